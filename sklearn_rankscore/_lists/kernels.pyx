# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
# distutils: language = c++
"""Rank within lists, compiled: the twin of the NumPy code in ``_ranks``.

Nothing here is needed to get a number, only to get it sooner: both give the same rows.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from libcpp.vector cimport vector

# Beyond so many slots, insertion into a buffer is slower than a sort of the list.
cdef enum:
    SLOTS = 64
    # Runs so short are sorted by insertion before they are merged.
    RUN = 32

most_slots = SLOTS


cdef Py_ssize_t _fill_slots(
    const double* scores, Py_ssize_t n, Py_ssize_t k, double* best, Py_ssize_t* place
) noexcept nogil:
    """Keep the k best of n scores in order; return how many rows tie with the k-th.

    Rows that come later go behind equal ones, so the order is that of a stable sort.
    """
    cdef Py_ssize_t i, slot, filled = 0, left_out = 0
    cdef double score
    for i in range(n):
        score = scores[i]
        if filled < k:
            slot = filled
            filled += 1
        elif score > best[k - 1]:
            left_out = left_out + 1 if k > 1 and best[k - 2] == best[k - 1] else 0
            slot = k - 1
        else:
            left_out += score == best[k - 1]
            continue
        while slot > 0 and best[slot - 1] < score:
            best[slot] = best[slot - 1]
            place[slot] = place[slot - 1]
            slot -= 1
        best[slot] = score
        place[slot] = i
    return left_out


def top_rows(
    const double[::1] scores,
    const Py_ssize_t[::1] offsets,
    Py_ssize_t k,
    Py_ssize_t[::1] rows,
    Py_ssize_t[::1] left_out,
):
    """Write the min(k, n) best rows of each list, and how many more tie with the k-th."""
    cdef Py_ssize_t i, j, begin, n, kept, written = 0
    cdef double best[SLOTS]
    cdef Py_ssize_t place[SLOTS]
    with nogil:
        for i in range(offsets.shape[0] - 1):
            begin = offsets[i]
            n = offsets[i + 1] - begin
            if n == 0:
                left_out[i] = 0
                continue
            left_out[i] = _fill_slots(&scores[begin], n, k, best, place)
            kept = min(n, k)
            for j in range(kept):
                rows[written + j] = begin + place[j]
            written += kept


def with_ties(
    const double[::1] scores,
    const Py_ssize_t[::1] offsets,
    Py_ssize_t k,
    const Py_ssize_t[::1] top,
    const Py_ssize_t[::1] left_out,
    Py_ssize_t[::1] rows,
):
    """Write the best rows of each list, and behind them those that tie with the k-th."""
    cdef Py_ssize_t i, j, row, kept, read = 0, written = 0, missing
    with nogil:
        for i in range(offsets.shape[0] - 1):
            kept = min(offsets[i + 1] - offsets[i], k)
            for j in range(kept):
                rows[written + j] = top[read + j]
            read += kept
            written += kept
            missing = left_out[i]
            if missing == 0:
                continue
            row = top[read - 1]
            while missing > 0:
                row += 1
                if scores[row] == scores[top[read - 1]]:
                    rows[written] = row
                    written += 1
                    missing -= 1


cdef uint64_t _as_key(double score) noexcept nogil:
    """Return a whole number in the order of the scores: it compares faster."""
    cdef uint64_t bits
    # Adding 0 makes -0.0 the 0.0 that it is equal to.
    score += 0.0
    memcpy(&bits, &score, sizeof(bits))
    return bits ^ ((-(bits >> 63)) | (<uint64_t> 1 << 63))


cdef void _merge(
    const uint64_t* keys,
    const Py_ssize_t* rows,
    Py_ssize_t n,
    Py_ssize_t middle,
    uint64_t* out_keys,
    Py_ssize_t* out_rows,
) noexcept nogil:
    """Merge two falling runs, the upper one first among equals, without branches."""
    cdef Py_ssize_t i = 0, j = middle, p = 0, upper, lower
    cdef uint64_t upper_key, lower_key
    cdef bint is_lower
    while i < middle and j < n:
        upper_key, lower_key = keys[i], keys[j]
        upper, lower = rows[i], rows[j]
        is_lower = lower_key > upper_key
        out_keys[p] = lower_key if is_lower else upper_key
        out_rows[p] = lower if is_lower else upper
        i += not is_lower
        j += is_lower
        p += 1
    memcpy(out_keys + p, keys + i, (middle - i) * sizeof(uint64_t))
    memcpy(out_rows + p, rows + i, (middle - i) * sizeof(Py_ssize_t))
    p += middle - i
    memcpy(out_keys + p, keys + j, (n - j) * sizeof(uint64_t))
    memcpy(out_rows + p, rows + j, (n - j) * sizeof(Py_ssize_t))


cdef void _sort_list(
    uint64_t* keys,
    Py_ssize_t* rows,
    Py_ssize_t n,
    uint64_t* spare,
    Py_ssize_t* spare_rows,
) noexcept nogil:
    """Sort falling and stably: runs of RUN rows by insertion, then merges."""
    cdef Py_ssize_t begin, end, i, j, width, row
    cdef uint64_t key
    cdef uint64_t* from_keys = keys
    cdef uint64_t* to_keys = spare
    cdef uint64_t* swap_keys
    cdef Py_ssize_t* from_rows = rows
    cdef Py_ssize_t* to_rows = spare_rows
    cdef Py_ssize_t* swap_rows
    begin = 0
    while begin < n:
        end = min(begin + RUN, n)
        for i in range(begin + 1, end):
            key = keys[i]
            row = rows[i]
            j = i
            while j > begin and keys[j - 1] < key:
                keys[j] = keys[j - 1]
                rows[j] = rows[j - 1]
                j -= 1
            keys[j] = key
            rows[j] = row
        begin = end
    width = RUN
    while width < n:
        begin = 0
        while begin < n:
            end = min(begin + 2 * width, n)
            _merge(
                from_keys + begin,
                from_rows + begin,
                end - begin,
                min(width, end - begin),
                to_keys + begin,
                to_rows + begin,
            )
            begin = end
        swap_keys = from_keys
        from_keys = to_keys
        to_keys = swap_keys
        swap_rows = from_rows
        from_rows = to_rows
        to_rows = swap_rows
        width *= 2
    if from_rows != rows:
        memcpy(rows, from_rows, n * sizeof(Py_ssize_t))


def sorted_rows(
    const double[::1] scores, const Py_ssize_t[::1] offsets, Py_ssize_t[::1] rows
):
    """Write all rows of each list by falling score, equal scores in row order."""
    cdef Py_ssize_t i, j, begin, n, longest = 0
    for i in range(offsets.shape[0] - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    if longest == 0:
        return
    cdef vector[uint64_t] keys = vector[uint64_t](2 * longest)
    cdef vector[Py_ssize_t] spare = vector[Py_ssize_t](longest)
    with nogil:
        for i in range(offsets.shape[0] - 1):
            begin = offsets[i]
            n = offsets[i + 1] - begin
            if n == 0:
                continue
            for j in range(n):
                keys[j] = _as_key(scores[begin + j])
                rows[begin + j] = begin + j
            _sort_list(&keys[0], &rows[begin], n, &keys[longest], &spare[0])
