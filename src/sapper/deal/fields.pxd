cimport cython

cdef unsigned long long GAMMA, MASK64, FIRST_FACTOR, SECOND_FACTOR, LOW_HALF, HALF
cdef unsigned char CLOSED, EXPLODED, MINE
cdef int SEED_SHIFT

@cython.final
cdef class Fields:
    cdef int width, height, mines, reach, cells
    cdef Py_ssize_t count
    cdef unsigned char[::1] seen, truth, lost, digits
    cdef unsigned long long[::1] streams, seeds
    cdef long long[::1] firsts, left, opened
    cdef int[::1] laid, kept, visited, near
    cdef unsigned long long stream

    @cython.locals(found=int, y=int, x=int, near_y=int, near_x=int, outside=bint)
    cdef void look_around(self) noexcept
    @cython.locals(product="unsigned long long", rest="unsigned long long")
    cdef unsigned int below(self, unsigned int bound) noexcept
    @cython.locals(seen="unsigned char[::1]", row="Py_ssize_t", at="Py_ssize_t")
    cpdef void begin(self, unsigned char[::1] marks) noexcept
    @cython.locals(i="Py_ssize_t")
    cpdef void deal(self, long long[::1] rows, long long[::1] firsts, Py_ssize_t count) noexcept
    @cython.locals(base="Py_ssize_t", cell=int, y=int, x=int, kept_count=int, near_y=int, near_x=int, outside=int,
                   number=int, last=int, chosen=int, i=int)
    cdef void deal_one(self, unsigned char[::1] truth, int[::1] near, unsigned char[::1] digits, Py_ssize_t row,
                       int first) noexcept
    @cython.locals(seen="unsigned char[::1]", truth="unsigned char[::1]", near="int[::1]", visited="int[::1]",
                   i="Py_ssize_t", row="Py_ssize_t", cell=int, base="Py_ssize_t", found=int)
    cpdef void open(self, long long[::1] rows, long long[::1] cells, Py_ssize_t count) noexcept
    @cython.locals(seen="unsigned char[::1]", truth="unsigned char[::1]", near="int[::1]", visited="int[::1]",
                   digits="unsigned char[::1]", count="Py_ssize_t", row="Py_ssize_t", cell=int, base="Py_ssize_t",
                   found=int, acted=int)
    cpdef void step(self, long long[::1] cells, unsigned char[::1] idle, double[::1] told) noexcept
    @cython.locals(seen="unsigned char[::1]", row="Py_ssize_t", at="Py_ssize_t", over="unsigned char")
    cpdef void show(self, unsigned char[::1] observed, unsigned char[::1] allowed) noexcept

cdef unsigned long long mix(unsigned long long word) noexcept

@cython.locals(visited_count=int, done=int, found=int, cell=int, k=int, beside=int, code="unsigned char",
               number="unsigned char", closed=int)
cdef int uncover(unsigned char[::1] seen, unsigned char[::1] truth, int[::1] near, int[::1] visited, Py_ssize_t base,
                 int start) noexcept

@cython.locals(k=int, at="Py_ssize_t")
cdef void lay(unsigned char[::1] truth, int[::1] near, Py_ssize_t base, int cell) noexcept
