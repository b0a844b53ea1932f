#include <sqlite3.h>

/* Swift cannot call C functions with variable arguments; these are the calls we need, spelled out. */

static inline int ondol_sqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int ondol_sqlite_set_flag(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

/* SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift does not import. */

static inline int ondol_sqlite_bind_text_static(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}

static inline int ondol_sqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

static inline int ondol_sqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

static inline int ondol_sqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void ondol_sqlite_result_text_copy(sqlite3_context *context, const char *text, int count) {
    sqlite3_result_text(context, text, count, SQLITE_TRANSIENT);
}

static inline void ondol_sqlite_result_blob_copy(sqlite3_context *context, const void *bytes, int count) {
    sqlite3_result_blob(context, bytes, count, SQLITE_TRANSIENT);
}

/* The first region of the wal-index (https://www.sqlite.org/walformat.html, section 2), which SQLite has
   mapped already for this connection. NULL unless the database is in WAL mode and has been read. */
static inline const void *ondol_sqlite_wal_index(sqlite3 *database) {
    sqlite3_file *file = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
    void volatile *region = 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK) return 0;
    return (const void *)region;
}
