// Counts the allocations and SQL statements of the process it is preloaded into (LD_PRELOAD), and passes them on
// to glibc and SQLite. Timed runs go without it: the counters are shared by all threads and cost a few nanoseconds.

#define _GNU_SOURCE
#include "CostCounter.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong allocations;
static atomic_ulong statements;

static void counted(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

unsigned long bench_allocation_count(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

unsigned long bench_statement_count(void) { return atomic_load_explicit(&statements, memory_order_relaxed); }

void *malloc(size_t size) {
    counted();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    counted();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    counted();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    counted();
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12; // ENOMEM
}

// SQLite's functions are looked up where the program has them: this library is not linked against SQLite.

typedef int statement_function(void *);

static statement_function *next_function(_Atomic(statement_function *) *known, const char *name) {
    statement_function *function = atomic_load_explicit(known, memory_order_relaxed);
    if (!function) {
        function = (statement_function *)dlsym(RTLD_NEXT, name);
        atomic_store_explicit(known, function, memory_order_relaxed);
    }
    return function;
}

int sqlite3_step(void *statement) {
    static _Atomic(statement_function *) step, busy;
    // A statement that is not busy begins anew with this step.
    if (!next_function(&busy, "sqlite3_stmt_busy")(statement)) {
        atomic_fetch_add_explicit(&statements, 1, memory_order_relaxed);
    }
    return next_function(&step, "sqlite3_step")(statement);
}
