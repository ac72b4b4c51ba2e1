cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.weighing cimport Weigher
from sapper.solver.engine cimport Engine
from sapper.players.endgame cimport Endgame
from sapper.players.estimate cimport Estimate
from sapper.players.listing cimport Listing
from sapper.players.outlook cimport Outlook

cdef int NOTHING, SETTLED, UNKNOWN, SURE, NONE, ALL, LEVELS

cdef class Prospect:
    cdef public Engine here
    cdef public list engines
    cdef public Outlook outlook
    cdef public Estimate estimate
    cdef public Listing listing
    cdef public Endgame endgame
    cdef public int few, width, depth, cells, islands, again, deep, kinds
    cdef public long long budget, effort, spent
    cdef public int[::1] candidate
    cdef public double[::1] risk, worth
    cdef public int candidates
    cdef public double window, outer_window, inner_window, least_mass, margin

    @cython.locals(here=Engine, board=Board, outcome=int)
    cpdef int study(self, const unsigned char[::1] cells, int mines) except -9
    @cython.locals(place=int, best=double, i=int, value=double, limit=double, _=int, pick=int)
    cpdef int choose(self, const unsigned char[::1] cells, int mines) except -9
    @cython.locals(place=int)
    cdef int search(self, int group) except -9
    @cython.locals(frontier=Frontier, c=int, b=int, cell=int, other=int)
    cpdef int island(self) except -9
    @cython.locals(board=Board, mask=int, k=int, near=int, found=int, j=int)
    cdef int sees(self, int cell, int other) noexcept
    @cython.locals(engine=Engine, board=Board, frontier=Frontier, weigher=Weigher, base=int, count=int, least=double,
                   outside=int, limit=double, b=int, cell=int, kinds=int, y=int, place=int, _=int, mask=int, near=int,
                   lonely=int, k=int)
    cpdef int gather(self, int level, double window, double outer_window) except -9
    @cython.locals(i=int)
    cdef void add(self, int base, int count, int place, double risk) noexcept
    @cython.locals(engine=Engine, ahead=Engine, board=Board, value=double, lowest=int, layouts=double, number=int,
                   share=double, kinds=int)
    cpdef double value(self, int place, int level, double mass, double left, double least) except? -9
    @cython.locals(engine=Engine, board=Board, place=int, count=int, best=double, i=int, value=double)
    cdef double expect(self, int level, double mass) except? -9
    @cython.locals(engine=Engine, board=Board, frontier=Frontier, most=int, best=int, i=int, near=int, b=int, place=int,
                   y=int, _=int)
    cpdef int safest(self, int level) except -9
    @cython.locals(ahead=Engine, other=Engine, board=Board)
    cpdef int suppose(self, int place, int number, int level) except -9
    @cython.locals(i=int)
    cdef void keep_found(self, Board board, Board other, int place) noexcept
