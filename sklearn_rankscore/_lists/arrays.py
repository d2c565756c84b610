"""The types of arrays, for signatures: what flows between the sub-packages."""

from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.intp]
Bools: TypeAlias = NDArray[np.bool_]

# What ``groups=`` of a score function takes: one id per row, or False for one list.
GroupsLike: TypeAlias = ArrayLike | Literal[False] | None
