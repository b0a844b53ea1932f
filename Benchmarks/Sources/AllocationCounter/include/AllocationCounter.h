/// The number of allocations (malloc, calloc, realloc, aligned) of the process so far.
unsigned long bench_allocation_count(void);
