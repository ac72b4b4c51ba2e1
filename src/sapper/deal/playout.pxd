cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.engine cimport Engine

cdef int WON, STUCK, LOST, UNDECIDED, ASK, LEAST_RISK, BLIND, GIVEN_UP, NOTHING, SETTLED, UNKNOWN, OPEN, CLOSED
cdef unsigned long long GAMMA, MASK64, FIRST_FACTOR, SECOND_FACTOR, LOW_HALF, HALF

cdef class Playout:
    cdef public Engine engine
    cdef public Board board
    cdef public int mines, cells
    cdef public unsigned long long stream, chances
    cdef public unsigned char[::1] mined, numbers
    cdef unsigned char[::1] blank, digits, digit_blank, seen, marks
    cdef int[::1] outer, inner, laid, work
    cdef int laid_count
    cdef public int[::1] opened, picked
    cdef public int opened_count, most_opened, pairs, cases, totals, guesses
    cdef int outer_count, inner_count

    @cython.locals(threshold="unsigned long long", word="unsigned long long", product="unsigned long long",
                   rest="unsigned long long")
    cpdef unsigned int below(self, unsigned int bound) noexcept
    @cython.locals(surplus=int)
    cpdef void deal(self) noexcept
    @cython.locals(inverted=int, drawn=int, last=int, chosen=int)
    cdef void choose(self, int[::1] places, int size, int count) noexcept
    @cython.locals(k=int)
    cdef void lay(self, int place) noexcept
    cdef void open(self, int place) noexcept
    @cython.locals(place=int)
    cpdef int play(self, int first, int guess) except -9
    cpdef int go_on(self, int cell, int guess) except -9
    cdef int pick(self, int place) noexcept
    @cython.locals(board=Board, place=int, outcome=int)
    cdef int follow(self, int guess) except -9
    @cython.locals(board=Board, place=int, done=int, k=int)
    cdef int play_blind(self) except -9
    @cython.locals(board=Board, place=int, cell=int, left=int, kept="unsigned long long")
    cdef int drawn(self, int count) noexcept
    @cython.locals(cell=int, place=int)
    cpdef bytes view(self)
    @cython.locals(board=Board, count=int, cell=int, place=int, left=int, k=int, near=int)
    cpdef int bbbv(self) noexcept
    @cython.locals(made=int, outcome=int)
    cpdef int attempts(self, int first, int count) except? -9
