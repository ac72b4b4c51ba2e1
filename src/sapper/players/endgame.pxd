cimport cython
from sapper.players.listing cimport Listing

cdef int MINED
cdef unsigned long long MASK64, GAMMA, FIRST_FACTOR, SECOND_FACTOR

cdef class Endgame:
    cdef public Listing listing
    cdef public int[::1] layout, active, entry
    cdef public int layouts, actives, entries
    cdef unsigned long long[::1] name, key
    cdef int[::1] won, stamp
    cdef public int slots, kept, serial
    cdef public long long budget, work
    cdef public int choice

    cpdef int search(self, long long budget) except -2
    @cython.locals(shown="unsigned char[::1]", first=int, i=int)
    cpdef int search_showing(self, int cell, int number, long long budget) except -2
    @cython.locals(listing=Listing, count=int, word="unsigned long long", i=int)
    cdef int begin(self, long long budget) except -1
    cdef int reserve(self, int layouts, int cells) except -1
    @cython.locals(count=int, key="unsigned long long", i=int, known=int, shown="unsigned char[::1]", stride=int,
                   kept_layouts=int, kept_actives=int, kept_entries=int, free=int, finest=int, a=int, cell=int, seen=int,
                   safe=int, what=int, kinds=int, best=int, most=int, value=int)
    cdef int solve(self, int begin, int end, int first, int last, int top) except -2
    @cython.locals(shown="unsigned char[::1]", stride=int, kept=int, base=int, left=int, value=int, seen=int, i=int,
                   what=int, number=int, won=int)
    cdef int part(self, int begin, int end, int first, int last, int cell, int least) except -2
    @cython.locals(slot="unsigned long long")
    cdef int known(self, unsigned long long key) noexcept
    @cython.locals(slot="unsigned long long")
    cdef int keep(self, unsigned long long key, int won) except -1
    @cython.locals(keys="unsigned long long[::1]", wins="int[::1]", stamps="int[::1]", slots=int, slot=int)
    cdef int widen(self) except -1
