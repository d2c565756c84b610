from sklearn_rankscore._lists.arrays import Floats, Integers

most_slots: int

def top_rows(
    scores: Floats, offsets: Integers, k: int, rows: Integers, left_out: Integers
) -> None: ...
def with_ties(
    scores: Floats,
    offsets: Integers,
    k: int,
    top: Integers,
    left_out: Integers,
    rows: Integers,
) -> None: ...
def sorted_rows(scores: Floats, offsets: Integers, rows: Integers) -> None: ...
