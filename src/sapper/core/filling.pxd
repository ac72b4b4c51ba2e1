cimport cython

@cython.locals(place="Py_ssize_t", near="Py_ssize_t", step="Py_ssize_t", steps="Py_ssize_t[8]", free="unsigned char",
               taken="unsigned char", visited=list)
cpdef list fill(bytearray passable, Py_ssize_t stride, Py_ssize_t start)
