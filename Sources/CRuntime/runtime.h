#ifndef ONDOL_RUNTIME_H
#define ONDOL_RUNTIME_H

/// Retains an object of the Swift runtime unless its deinit has begun; NULL then.
///
/// Exported by libswiftCore on every platform. Swift's own weak references are built on it; they cost a side
/// table for each object, which a table of objects that has its own lock can do without.
void *swift_tryRetain(void *object);

#endif
