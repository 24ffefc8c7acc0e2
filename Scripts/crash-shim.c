/* Preloaded by Scripts/crash: counts the calls that change files, and at the one it is told ends the process (SIGKILL), or
   has the disk full from then on. A write is halved before the end comes. What SQLite keeps in its -shm file is no data.

   CRASH_AT=N   SIGKILL at the N-th call
   FULL_AT=N    from the N-th call on, what needs room fails with ENOSPC
   READ_ONLY=F  nothing can be opened for writing, made, renamed or deleted below the folder F (EROFS)
   CRASH_LOG=F  every call is written to F, one a line */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;
static long crash_at, full_at;
static const char *read_only;
static int log_file = -1;

__attribute__((constructor)) static void start(void) {
    const char *text;
    if ((text = getenv("CRASH_AT"))) crash_at = atol(text);
    if ((text = getenv("FULL_AT"))) full_at = atol(text);
    read_only = getenv("READ_ONLY");
    if ((text = getenv("CRASH_LOG")))
        log_file = syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void find_path(int file, char path[4096]) {
    char link[64];
    path[0] = 0;
    if (file < 0) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = readlink(link, path, 4095);
    path[count < 0 ? 0 : count] = 0;
}

static void note(const char *name, int file, const char *first, const char *second) {
    if (log_file < 0) return;
    char path[4096], line[12500];
    find_path(file, path);
    int count = snprintf(line, sizeof line, "%s\t%s\t%s\t%s\n", name, path, first, second);
    syscall(SYS_write, log_file, line, count);
}

static int is_no_data(const char *path) {
    size_t length = strlen(path);
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/dev/null", 9) == 0
        || (length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static int is_data(int file) {
    struct stat status;
    char path[4096];
    if (file == 2 || fstat(file, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) return 0;
    find_path(file, path);
    return !is_no_data(path);
}

/* What a call meets: nothing, its end (after half of a write), or a full disk. */
enum fate { passes, crashes, finds_disk_full };

static enum fate next_call(const char *name, int file, const char *first, const char *second) {
    long call = atomic_fetch_add(&calls, 1) + 1;
    note(name, file, first, second);
    if (crash_at && call >= crash_at) return crashes;
    return full_at && call >= full_at ? finds_disk_full : passes;
}

__attribute__((noreturn)) static void crash(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

/* Whether a path, from an open folder on, is at or below the folder that is read-only. */
static int is_read_only(int folder, const char *path) {
    char whole[8300];
    if (!read_only) return 0;
    if (path[0] == '/') {
        whole[0] = 0;
    } else {
        if (folder >= 0) find_path(folder, whole); else if (!getcwd(whole, 4096)) return 0;
        strcat(whole, "/");
    }
    strncat(whole, path, 4096);
    size_t length = strlen(read_only);
    return strncmp(whole, read_only, length) == 0 && (whole[length] == '/' || whole[length] == 0);
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define WRITES(name, parameters, arguments, half, ...) \
    ssize_t name parameters { \
        REAL(ssize_t, name, __VA_ARGS__); \
        if (!is_data(file)) return real arguments; \
        switch (next_call("write", file, "", "")) { \
        case crashes: real half; crash(); \
        case finds_disk_full: errno = ENOSPC; return -1; \
        default: return real arguments; \
        } \
    }

WRITES(write, (int file, const void *bytes, size_t count), (file, bytes, count), (file, bytes, count / 2), int,
       const void *, size_t)
WRITES(pwrite, (int file, const void *bytes, size_t count, off_t place), (file, bytes, count, place),
       (file, bytes, count / 2, place), int, const void *, size_t, off_t)
WRITES(pwrite64, (int file, const void *bytes, size_t count, off64_t place), (file, bytes, count, place),
       (file, bytes, count / 2, place), int, const void *, size_t, off64_t)

#define CHANGES(name, label, file, first, second, counted, needs_room, parameters, arguments, ...) \
    int name parameters { \
        REAL(int, name, __VA_ARGS__); \
        if (first[0] && is_read_only(file, first)) { errno = EROFS; return -1; } \
        if (!(counted)) return real arguments; \
        switch (next_call(label, file, first, second)) { \
        case crashes: crash(); \
        case finds_disk_full: if (needs_room) { errno = ENOSPC; return -1; } /* fall through */ \
        default: return real arguments; \
        } \
    }

CHANGES(fsync, "sync", file, "", "", is_data(file), 1, (int file), (file), int)
CHANGES(fdatasync, "sync", file, "", "", is_data(file), 1, (int file), (file), int)
CHANGES(ftruncate, "truncate", file, "", "", is_data(file), 0, (int file, off_t length), (file, length), int, off_t)
CHANGES(ftruncate64, "truncate", file, "", "", is_data(file), 0, (int file, off64_t length), (file, length), int, off64_t)
CHANGES(rename, "rename", -1, from, to, 1, 1, (const char *from, const char *to), (from, to), const char *, const char *)
CHANGES(renameat, "rename", folder, from, to, 1, 1, (int folder, const char *from, int other, const char *to),
        (folder, from, other, to), int, const char *, int, const char *)
CHANGES(unlink, "unlink", -1, path, "", !is_no_data(path), 0, (const char *path), (path), const char *)
CHANGES(unlinkat, "unlink", folder, path, "", 1, 0, (int folder, const char *path, int flags), (folder, path, flags), int,
        const char *, int)
CHANGES(mkdir, "mkdir", -1, path, "", 1, 1, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
CHANGES(mkdirat, "mkdir", folder, path, "", 1, 1, (int folder, const char *path, mode_t mode), (folder, path, mode), int,
        const char *, mode_t)

#define OPENS(name, label, folder, parameters, arguments, ...) \
    int name parameters { \
        REAL(int, name, __VA_ARGS__); \
        mode_t mode = 0; \
        /* As the system does it: a file that is there may be opened with O_CREAT, but not for writing. */ \
        if (((flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT && faccessat(folder < 0 ? AT_FDCWD : folder, path, F_OK, 0))) \
            && is_read_only(folder, path)) { errno = EROFS; return -1; } \
        if (flags & O_CREAT) { \
            va_list list; \
            va_start(list, flags); \
            mode = va_arg(list, mode_t); \
            va_end(list); \
            if (!is_no_data(path)) switch (next_call("create", folder, path, "")) { \
            case crashes: crash(); \
            case finds_disk_full: if (access(path, F_OK)) { errno = ENOSPC; return -1; } /* fall through */ \
            default: break; \
            } \
        } \
        return real arguments; \
    }

OPENS(open, "create", -1, (const char *path, int flags, ...), (path, flags, mode), const char *, int, ...)
OPENS(open64, "create", -1, (const char *path, int flags, ...), (path, flags, mode), const char *, int, ...)
OPENS(openat, "create", folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), int,
      const char *, int, ...)
OPENS(openat64, "create", folder, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), int,
      const char *, int, ...)
