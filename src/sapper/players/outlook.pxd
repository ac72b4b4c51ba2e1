cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter
from sapper.solver.weighing cimport Weigher
from sapper.solver.engine cimport Engine

cdef int BORDER, MINE, UNKNOWN

cdef class Outlook:
    cdef public double weight, best, second, guess, other_guess, flips
    cdef public int safe

    cpdef double worth(self, Engine engine) except? -9
    cdef double value(self) noexcept
    cdef double near(self) noexcept
    @cython.locals(frontier=Frontier, values="int[::1]", b=int, size=int, outside=int)
    cdef void judge(self, Engine engine) noexcept
    cdef void note(self, double chance, int cells) noexcept
    @cython.locals(frontier=Frontier, stride=int, b=int, cell=int)
    cdef void foresee(self, Engine engine) noexcept
    @cython.locals(second=int, one=double, other=double, flip=double, box=int, pair=int, across=int, side=int)
    cdef void couple(self, Engine engine, int first, int step) noexcept
    @cython.locals(what=int, box=int)
    cdef double chance(self, Engine engine, int place) noexcept
