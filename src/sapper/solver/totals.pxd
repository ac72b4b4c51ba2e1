cimport cython
from sapper.solver.kernel cimport Board
from sapper.solver.frontier cimport Frontier
from sapper.solver.counting cimport Counter, word

cdef int WORD_BITS

cdef class Totals:
    cdef public Board board
    cdef public Frontier frontier
    cdef public Counter counter
    cdef word[::1] totals, others, reached, wanted
    cdef public int outside

    @cython.locals(frontier=Frontier, counter=Counter, count=int, cells=int, most=int, least=int, low=int, high=int, c=int)
    cpdef int restrict(self) except -2
    @cython.locals(frontier=Frontier, counter=Counter, count=int, one=word, c=int, before=word, changed=int, possible=word, others=word,
                   allowed=word, t=int, lowest=int)
    cdef int restrict_totals(self, int least, int most) except -2
    @cython.locals(result=word, t=int)
    cdef word sums(self, word left, word right) noexcept
    @cython.locals(frontier=Frontier, counter=Counter, at=int, last=int, begin=int, end=int, state=int, sofar=word, e=int)
    cdef word reach(self, int component) noexcept
    @cython.locals(frontier=Frontier, counter=Counter, begin=int, at=int, end=int, values=int, state=int, wanted=word, k=int, e=int,
                   after=int, goal=word)
    cdef void narrow(self, int component, word allowed) noexcept
