cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.weighing cimport Weigher
from sapper.solver.engine cimport Engine
from sapper.players.outlook cimport Outlook

cdef int FIGURES
cdef double FAINT

cdef class Estimate:
    cdef public Outlook outlook
    cdef public double[::1] figure, weight
    cdef public double trust
    cdef public int units, fresh, wide

    @cython.locals(value=double)
    cpdef double worth(self, Engine engine) except? -9
    @cython.locals(figure="double[::1]", weight="double[::1]", last=int, total=double, w=int, _=int, i=int,
                   value=double)
    cpdef double chance(self) noexcept
    @cython.locals(board=Board, frontier=Frontier, weigher=Weigher, values="int[::1]", figure="double[::1]",
                   outlook=Outlook, i=int, doubt=double, spread=double, closed_doubt=double, logs=double,
                   closed_logs=double, even=int, closed=int, alive=int, c=int, best=double, least=double, certain=int,
                   is_closed=int, b=int, size=int, risk=double, chance=double, outside=int, layouts=double)
    cpdef void describe(self, Engine engine) noexcept
    @cython.locals(board=Board, mask=int, k=int)
    cdef void spread(self, Engine engine, int place) noexcept
    @cython.locals(board=Board, mask=int, k=int)
    cdef int touches_outside(self, Engine engine, int cell) noexcept
