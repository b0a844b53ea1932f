/// The number of allocations (malloc, calloc, realloc, aligned) of the process so far.
unsigned long bench_allocation_count(void);

/// How often the process has begun to run an SQL statement so far.
unsigned long bench_statement_count(void);
