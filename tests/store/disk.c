/* A disk that fails when it is told to, put before the C library's own functions with LD_PRELOAD.

   disk_plan(how, at) begins to count what changes files: 0 only counts, 1 kills the process at the at-th change, 2 has
   no room from then on, 3 cannot write from then on. A change that fails writes half of its bytes first. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int how;
static long at, seen = -1;

void disk_plan(int plan, long place) { how = plan, at = place, seen = 0; }
long disk_changes(void) { return seen; }

/* Whether this change fails; kills where that is planned. */
static int fails(void) {
    if (seen < 0 || ++seen < at || how == 0) return 0;
    if (how == 1) kill(getpid(), SIGKILL);
    errno = how == 2 ? ENOSPC : EIO;
    return 1;
}

static int is_file(int fd) {
    struct stat status;
    return seen >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    if (is_file(fd)) {
        if (seen + 1 == at && how && size > 1) REAL(write)(fd, data, size / 2);
        if (fails()) return -1;
    }
    return REAL(write)(fd, data, size);
}

static ssize_t put(int fd, const void *data, size_t size, off64_t place) {
    if (is_file(fd)) {
        if (seen + 1 == at && how && size > 1) REAL(pwrite64)(fd, data, size / 2, place);
        if (fails()) return -1;
    }
    return REAL(pwrite64)(fd, data, size, place);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t place) { return put(fd, data, size, place); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t place) { return put(fd, data, size, place); }

int ftruncate(int fd, off_t size) { return is_file(fd) && fails() ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return is_file(fd) && fails() ? -1 : REAL(ftruncate64)(fd, size); }
/* Only a power cut would need what these really do, and it takes long. */
int fsync(int fd) { return is_file(fd) && fails() ? -1 : 0; }
int fdatasync(int fd) { return is_file(fd) && fails() ? -1 : 0; }

/* A full disk still renames and deletes, so these only kill or cannot write. */
int rename(const char *from, const char *to) {
    if (seen >= 0 && how != 2 && fails()) return -1;
    return REAL(rename)(from, to);
}

int unlink(const char *path) {
    if (seen >= 0 && how != 2 && fails()) return -1;
    return REAL(unlink)(path);
}

static int enter(int (*real)(const char *, int, ...), const char *path, int flags, int mode) {
    struct stat status;
    if (seen >= 0 && (flags & O_CREAT) && stat(path, &status) != 0 && fails()) return -1;
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return enter(REAL(open), path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = va_arg(rest, int);
    va_end(rest);
    return enter(REAL(open64), path, flags, mode);
}
