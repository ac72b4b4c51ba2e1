cimport cython

@cython.locals(count="Py_ssize_t", length="Py_ssize_t", refused_count="Py_ssize_t", row="Py_ssize_t", at="Py_ssize_t",
               action="Py_ssize_t")
cpdef Py_ssize_t pick(unsigned char[::1] masks, double[::1] guesses, long long[::1] chosen, long long[::1] refused,
                      Py_ssize_t most) noexcept

@cython.locals(i="Py_ssize_t", row="Py_ssize_t", base="Py_ssize_t", at="Py_ssize_t", allowed=int, before=int,
               action="Py_ssize_t")
cpdef void search(unsigned char[::1] masks, double[::1] shares, long long[::1] chosen, long long[::1] refused,
                  Py_ssize_t most) noexcept
