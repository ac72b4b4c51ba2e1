cimport cython

cdef unsigned long long GAMMA, MASK64, FIRST_FACTOR, SECOND_FACTOR, LOW_HALF, HALF
cdef unsigned char CLOSED, EXPLODED, MINE

cdef class Fields:
    cdef int width, height, mines, reach, cells
    cdef unsigned char[::1] seen, truth, lost, digits
    cdef unsigned long long[::1] seeds
    cdef long long[::1] opened
    cdef int[::1] laid, kept, visited, near, near_from
    cdef unsigned long long stream

    @cython.locals(found=int, y=int, x=int, near_y=int, near_x=int)
    cdef void look_around(self) noexcept
    cdef unsigned long long mix(self, unsigned long long word) noexcept
    @cython.locals(product="unsigned long long", rest="unsigned long long")
    cdef unsigned int below(self, unsigned int bound) noexcept
    @cython.locals(i="Py_ssize_t")
    cpdef void deal(self, long long[::1] rows, long long[::1] firsts, Py_ssize_t count) noexcept
    @cython.locals(truth="unsigned char[::1]", near="int[::1]", near_from="int[::1]", digits="unsigned char[::1]",
                   base="Py_ssize_t", cell=int, y=int, x=int, kept_count=int, near_y=int, near_x=int, outside=int,
                   number=int, last=int, chosen=int, i=int)
    cdef void deal_one(self, Py_ssize_t row, int first) noexcept
    @cython.locals(seen="unsigned char[::1]", truth="unsigned char[::1]", near="int[::1]", near_from="int[::1]",
                   visited="int[::1]", i="Py_ssize_t", row="Py_ssize_t", cell=int, base="Py_ssize_t", at="Py_ssize_t")
    cpdef void open(self, long long[::1] rows, long long[::1] cells, Py_ssize_t count) noexcept

@cython.locals(visited_count=int, done=int, found=int, cell=int, k=int, at="Py_ssize_t", code="unsigned char",
               number="unsigned char", closed=int)
cdef int flood(unsigned char[::1] seen, unsigned char[::1] truth, int[::1] near, int[::1] near_from,
               int[::1] visited, Py_ssize_t base, int start) noexcept

@cython.locals(k=int, at="Py_ssize_t")
cdef void lay(unsigned char[::1] truth, int[::1] near, int[::1] near_from, Py_ssize_t base, int cell) noexcept
