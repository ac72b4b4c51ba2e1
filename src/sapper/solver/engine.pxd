cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter
from sapper.solver.totals cimport Totals
from sapper.solver.weighing cimport Weigher

cdef int DONE, FALSE, GIVEN_UP, MINE, NOTHING, OPEN, SAFE, SETTLED, UNKNOWN
cdef double OPEN_RISK

cdef class Engine:
    cdef public Board board
    cdef public Frontier frontier
    cdef public Counter counter
    cdef public Totals totals
    cdef public Weigher weigher
    cdef public int wrong, status

    @cython.locals(board=Board, frontier=Frontier, place=int, i=int, pending=int)
    cpdef int analyse_components(self) except -9
    @cython.locals(frontier=Frontier, counter=Counter, c=int)
    cpdef int count_all(self) except -9
    @cython.locals(board=Board, frontier=Frontier, outside=int, most=int, c=int, cells=int, owed=int, b=int, i=int)
    cdef int total_may_matter(self) except -9
    @cython.locals(frontier=Frontier, outcome=int, c=int)
    cpdef int analyse_total(self) except -9
    @cython.locals(board=Board, y=int, place=int, _=int)
    cdef void settle_outside(self, int what) noexcept
    @cython.locals(board=Board)
    cpdef int solve(self, const unsigned char[::1] cells, int mines) except -9
    @cython.locals(board=Board, least=double, best=int, y=int, place=int, _=int, box=int, risk=double)
    cpdef int least_risk(self) except -9
    @cython.locals(board=Board, c=int)
    cpdef int refutes(self, const unsigned char[::1] cells, int cell, int what) except -9
    cpdef int risks(self, double[::1] result) except -9
    @cython.locals(board=Board, frontier=Frontier, cell=int, y=int, place=int, _=int, state=int, box=int, value=double,
                   values=int, certain=int)
    cpdef int read(self, double[::1] risks, int outside) except -2
