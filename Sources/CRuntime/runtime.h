#ifndef ONDOL_RUNTIME_H
#define ONDOL_RUNTIME_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/// Retains an object of the Swift runtime unless its deinit has begun; NULL then.
///
/// Exported by libswiftCore on every platform. Swift's own weak references are built on it; they cost a side
/// table for each object, which a table of objects that has its own lock can do without.
void *swift_tryRetain(void *object);

/// How many strong references an object of the Swift runtime has.
///
/// Exported by libswiftCore on every platform. A hint only, as another thread may take or give one meanwhile.
size_t swift_retainCount(void *object);

/// What a C variable argument is.
enum ondol_argument_kind {
    ondol_argument_int = 0,
    ondol_argument_long_long = 1,
    ondol_argument_double = 2,
    ondol_argument_pointer = 3,
};

/// Reads C variable arguments of the given kinds: whole numbers and addresses into `words`, others into `reals`.
///
/// Swift has no va_arg. The list is left as it was.
static inline void ondol_read_arguments(
    va_list list, const unsigned char *kinds, size_t count, int64_t *words, double *reals
) {
    va_list copy;
    va_copy(copy, list);
    for (size_t index = 0; index < count; index++) {
        switch (kinds[index]) {
        case ondol_argument_int: words[index] = va_arg(copy, int); break;
        case ondol_argument_long_long: words[index] = va_arg(copy, long long); break;
        case ondol_argument_double: reals[index] = va_arg(copy, double); break;
        default: words[index] = (int64_t)(intptr_t)va_arg(copy, void *); break;
        }
    }
    va_end(copy);
}

#endif
