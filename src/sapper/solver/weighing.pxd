cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter

cdef double NEGLIGIBLE, TOO_MANY
cdef int LONG, MOST_WEIGHTS

cdef class Weigher:
    cdef public Board board
    cdef public Frontier frontier
    cdef public Counter counter
    cdef double tilt, retilt
    cdef double[::1] weight, binomial, ways, worth, poly, poly_worth
    cdef public double[::1] risk
    cdef public double outside_risk, layouts
    cdef int[::1] low, high, start, node_start, node_low, node_length
    cdef int used, widest, poly_used

    @cython.locals(counter=Counter, frontier=Frontier, safe=int, mines=int, size=int, k=int, power=double, c=int)
    cpdef int weigh(self) except -9
    @cython.locals(counter=Counter, frontier=Frontier, begin=int, at=int, state=int, p=int, size=int, first=int,
                   end=int, last=int, k=int, e=int, after=int, base=int, m=int, weight=double, to=int, node=int,
                   length=int)
    cdef int forward(self, int component) except -2
    cdef int room(self, int count) except -1
    cdef int new_node(self, int node, int low, int length) except -1
    @cython.locals(largest=double, m=int)
    cdef double scale(self, double[::1] values, int start, int end) noexcept
    @cython.locals(count=int, cells=int, mines=int, totals=int, node=int, low=int, length=int, start=int, first=int,
                   end=int, j=int, i=int, m=int, value=double, rest=int, total=double, outside=double, _=int)
    cdef int combine(self) except -2
    @cython.locals(value=double, k=int)
    cdef double choices(self, int cells, int mines) noexcept
    @cython.locals(count=int, below=double, above=double, change=double, tilt=double, expected=double, node=int,
                   total=double, moment=double, power=double, value=double, m=int, i=int, _=int)
    cdef void tune(self, int cells) noexcept
    @cython.locals(length=int, start=int, m=int, i=int, j=int, value=double)
    cdef int multiply(self, int node, int left, int right, int cut) except -1
    @cython.locals(shift=int, start=int, i=int, j=int, m=int, first=int, end=int, value=double)
    cdef void share(self, int parent, int node, int sibling) noexcept
    @cython.locals(counter=Counter, frontier=Frontier, begin=int, first_layer=int, at=int, node=int, m=int,
                   end=int, half=int, beyond=int, shift=int, first=int, box=int, size=int, total=double, mines=double,
                   state=int, length=int, here=int, k=int,
                   e=int, after=int, weight=double, to=int, product=double, value=double)
    cdef void backward(self, int component) noexcept
