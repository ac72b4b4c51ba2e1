cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter
from sapper.solver.engine cimport Engine

cdef int UNKNOWN, MINED, ALL

cdef class Listing:
    cdef public Engine engine
    cdef public int[::1] index, place
    cdef public unsigned char[::1] mine, shown
    cdef public int cells, layouts, limit, group
    cdef public int[::1] group_of
    cdef int[::1] fewest, most, near, near_count

    @cython.locals(engine=Engine, board=Board, frontier=Frontier, counter=Counter, cells=int, p=int, cell=int, y=int,
                   _=int, i=int, count=int, mask=int, k=int, c=int, left=int, outside=int)
    cpdef int fill(self, int limit, int group) except -1
    @cython.locals(board=Board, frontier=Frontier, counter=Counter, c=int, b=int, cell=int, mask=int, k=int, other=int)
    cpdef int part(self) except -1
    @cython.locals(least=int, most=int, c=int)
    cdef void join(self, int left, int right) noexcept
    @cython.locals(first=int)
    cdef int start(self, int component, int cell, int left) except -1
    @cython.locals(counter=Counter, frontier=Frontier, p=int, size=int, k=int, e=int, after=int, rest=int, mask=int, i=int)
    cdef int lay(self, int component, int step, int state, int cell, int left) except -1
    @cython.locals(rest=int)
    cdef int scatter(self, int cell, int left) except -1
    @cython.locals(base=int, i=int, number=int, j=int)
    cdef int record(self) except -1
