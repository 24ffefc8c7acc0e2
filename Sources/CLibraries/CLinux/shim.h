#ifndef TRIBUTARY_CLINUX_SHIM_H
#define TRIBUTARY_CLINUX_SHIM_H

// What Linux has and Swift's Glibc does not show: GNU extensions, and calls that only `syscall` reaches. No header of the
// C library that defines a type is included: its types would seem to come from here.

#include <linux/prctl.h>
#include <stddef.h>
#include <stdint.h>

// These numbers are the same on every architecture; older headers lack some.
#define TRIBUTARY_PIDFD_OPEN 434
#define TRIBUTARY_LANDLOCK_CREATE_RULESET 444
#define TRIBUTARY_LANDLOCK_ADD_RULE 445
#define TRIBUTARY_LANDLOCK_RESTRICT_SELF 446

static const int tributary_o_path = 010000000;
static const short tributary_spawn_setsid = 0x80;
static const int tributary_clone_newuser = 0x10000000;
static const int tributary_clone_newnet = 0x40000000;
static const int tributary_malloc_mmap_threshold = -3;
static const int tributary_malloc_largest_fast = 1;
static const int tributary_malloc_arena_max = -8;

extern long syscall(long number, ...);
extern int prctl(int option, ...);
extern int pipe2(int *ends, int flags);
extern int unshare(int flags);
extern int mallopt(int parameter, int value);
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(void *actions, const char *path);

static inline int tributary_pidfd_open(int process) { return (int)syscall(TRIBUTARY_PIDFD_OPEN, process, 0); }

static inline int tributary_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L); }

// What no program that this process becomes can have, whoever it runs as.
static inline int tributary_forbid_capability(long capability) {
    return prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L);
}

static inline int tributary_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, (long)signal, 0L, 0L, 0L); }

static inline int tributary_landlock_version(void) {
    return (int)syscall(TRIBUTARY_LANDLOCK_CREATE_RULESET, (void *)0, (size_t)0, 1);
}

struct tributary_landlock_ruleset {
    uint64_t files, network, scopes;
};

static inline int tributary_landlock_create(const struct tributary_landlock_ruleset *ruleset, size_t size) {
    return (int)syscall(TRIBUTARY_LANDLOCK_CREATE_RULESET, ruleset, size, 0);
}

static inline int tributary_landlock_allow(int ruleset, int file, uint64_t rights) {
    struct __attribute__((packed)) { uint64_t rights; int32_t file; } beneath = {rights, file};
    return (int)syscall(TRIBUTARY_LANDLOCK_ADD_RULE, ruleset, 1, &beneath, 0);
}

static inline int tributary_landlock_restrict(int ruleset) {
    return (int)syscall(TRIBUTARY_LANDLOCK_RESTRICT_SELF, ruleset, 0);
}

#endif
