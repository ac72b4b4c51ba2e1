cimport cython
from sapper.solver.kernel cimport Board

cdef int OPEN, UNKNOWN
cdef double CHEAP

cdef class Frontier:
    cdef public Board board
    cdef public int boxes, numbers, components, frontier_cells
    cdef public int[::1] box_of, number_of, next_cell
    cdef public int[::1] box_cell, box_size, box_degree, box_numbers, order
    cdef public int[::1] number_place, number_degree, number_boxes
    cdef public int[::1] first_box, first_number
    cdef int[::1] left, signature, candidate, bit

    @cython.locals(b=int, cell=int, i=int)
    cpdef void clear(self) noexcept
    @cython.locals(board=Board, kept=int, i=int, place=int)
    cpdef void build_all(self)
    @cython.locals(board=Board, at=int, mask=int, fresh=int, k=int, cell=int, signature=int, j=int, box=int, i=int,
                   component=int)
    cpdef void build(self, int place)
    @cython.locals(index=int)
    cdef int add_number(self, int place)
    @cython.locals(board=Board, box=int, degree=int, j=int, near=int, index=int)
    cdef int add_box(self, int cell)
    @cython.locals(i=int, width=double, total=double, p=int, box=int, r=int)
    cpdef double cost(self, int component) noexcept
    @cython.locals(place=int, need=int, room=int)
    cdef double values(self, int index) noexcept
    @cython.locals(start=int, end=int, best_cost=double, p=int)
    cdef void arrange(self, int component)
