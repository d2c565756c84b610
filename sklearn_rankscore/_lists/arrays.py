"""The types of arrays, for signatures: what flows between the sub-packages."""

from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Scalar = TypeVar("Scalar", bound=np.generic)

Array: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.intp]
Bools: TypeAlias = NDArray[np.bool_]
# What is added up.
Numbers: TypeAlias = Floats | Integers | Bools

# What ``groups=`` of a score function takes: one id per row, or False for one list.
GroupsLike: TypeAlias = ArrayLike | Literal[False] | None
