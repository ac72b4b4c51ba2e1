cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier

cdef int DONE, MINE, SAFE, STOPPED, TOO_WIDE, WORD_BITS
cdef unsigned long long SPREAD, MASK64

ctypedef unsigned long long word

cdef class Counter:
    cdef public Board board
    cdef public Frontier frontier
    cdef public int limit
    cdef public object should_stop
    cdef word[::1] key, add, multiple
    cdef public int[::1] edge, least, target, layer, first_layer, values, low, high
    cdef public unsigned char[::1] alive
    cdef public int[::1] rest_low, rest_high
    cdef public int states, edges, layers
    cdef int[::1] number_shift, number_bits, shift, mask, room, slot
    cdef long long[::1] stamp
    cdef int slots, slot_bits
    cdef long long serial

    @cython.locals(frontier=Frontier)
    cpdef void clear(self)
    @cython.locals(frontier=Frontier, board=Board, i=int, place=int, p=int, box=int, r=int, shift=int, bits=int,
                   used=word, add=word, multiple=word, free=word, need=word, one=word)
    cdef int prepare(self, int component) noexcept
    @cython.locals(frontier=Frontier, status=int, state=int, p=int, end=int, begin=int, size=int, degree=int,
                   key=word, low=int, high=int, r=int, owed=int, _=int)
    cpdef int grow(self, int component) except -1
    @cython.locals(place=int, state=int, old=int)
    cdef int find(self, word key, int base) except -1
    cpdef int reserve(self, int states, int edges) except -1
    @cython.locals(frontier=Frontier, begin=int, at=int, end=int, values=int, state=int, low=int, high=int, k=int,
                   e=int, after=int)
    cpdef int prune(self, int component) noexcept
    @cython.locals(frontier=Frontier, settled=int, b=int, values=int, cell=int)
    cpdef int settle_certain(self, int component) noexcept
