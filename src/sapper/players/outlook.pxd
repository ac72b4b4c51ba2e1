cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter
from sapper.solver.weighing cimport Weigher
from sapper.solver.engine cimport Engine

cdef int FIGURES, BORDER, MINE, UNKNOWN

cdef class Outlook:
    cdef public double[::1] figure
    cdef public double best, second, pull, mix, closing, closed
    cdef public int safe, fresh, wide, hidden
    cdef double[::1] weight

    cdef void note(self, double chance) noexcept
    @cython.locals(board=Board, frontier=Frontier, counter=Counter, weigher=Weigher, figure="double[::1]", i=int,
                   doubt=double, spread=double, closed_doubt=double, logs=double, closed_logs=double, even=int,
                   closed=int, alive=int, c=int, cell=int, best=double, least=double, certain=int, is_closed=int, b=int, size=int,
                   risk=double, chance=double, outside=int)
    cpdef void describe(self, Engine engine)
    @cython.locals(stride=int, one=double, other=double, flip=double, box=int, pair=int, across=int, along=int, side=int, lost=double)
    cdef void couple(self, Engine engine, int first, int second) noexcept
    @cython.locals(what=int, box=int)
    cdef double chance(self, Engine engine, int place) noexcept
    @cython.locals(board=Board, mask=int, k=int)
    cdef void spread(self, Engine engine, int place) noexcept
    @cython.locals(board=Board, mask=int, k=int)
    cdef int touches_outside(self, Engine engine, int cell) noexcept
    @cython.locals(board=Board, weigher=Weigher, figure="double[::1]", weight="double[::1]", last=int, total=double, w=int,
                   _=int, i=int, value=double)
    cpdef double worth(self, Engine engine)
