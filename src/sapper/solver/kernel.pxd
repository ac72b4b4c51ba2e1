cimport cython

cdef int BLIND, MINE, OPEN, SAFE, UNKNOWN

cdef class Board:
    cdef public int width, height, stride, size
    cdef public int unknown_left, mines_left, fault
    cdef public int work_count, changed_count, ripe_count, live_count, found_count
    cdef public unsigned char[::1] state, unknown
    cdef public signed char[::1] need
    cdef unsigned char[::1] blank_state, blank_unknown
    cdef signed char[::1] blank_need
    cdef unsigned char[::1] queued, is_changed, is_ripe
    cdef int[::1] work, changed, ripe, live
    cdef public int[::1] found
    cdef int[::1] step, far
    cdef public unsigned char[::1] count
    cdef unsigned char[::1] first, shared_here, shared_there

    cpdef void reset(self, int mines) noexcept
    @cython.locals(i=int)
    cpdef void follow(self, Board other) noexcept
    @cython.locals(i=int)
    cdef void forget_lists(self) noexcept
    cpdef int load(self, const unsigned char[::1] cells, int mines) except -1
    @cython.locals(i=int, y=int, place=int, number=int, k=int, _=int)
    cdef void load_cells(self, const unsigned char[::1] cells) noexcept
    @cython.locals(mask=int)
    cdef void watch(self, int place) noexcept
    cpdef void reveal(self, int place, int number) noexcept
    @cython.locals(mine=int, k=int, near=int, mask=int, need=int)
    cdef void settle(self, int place, int what) noexcept
    @cython.locals(k=int, cell=int)
    cdef void settle_mask(self, int place, int mask, int what) noexcept
    cpdef void settle_cell(self, int place, int what) noexcept
    @cython.locals(place=int, mask=int, need=int)
    cpdef void sweep(self) noexcept
    @cython.locals(place=int, here=int, there=int, need=int, index=int, other=int, own=int, others=int, more=int)
    cpdef int compare(self) noexcept
    @cython.locals(pairs=int)
    cpdef int deduce(self) noexcept
    cpdef int place(self, int cell) noexcept
    cpdef int cell(self, int place) noexcept
