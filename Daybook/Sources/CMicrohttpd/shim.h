// libmicrohttpd with the few calls that Swift cannot make itself, because they take "...".
#ifndef DAYBOOK_CMICROHTTPD_SHIM_H
#define DAYBOOK_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <stddef.h>
#include <string.h>

/// Where a pattern first stands in a buffer, or -1. (`memmem` is hidden from Swift unless GNU names are asked for.)
static inline ptrdiff_t daybook_find(const char *buffer, size_t length, const char *pattern, size_t wanted) {
    if (wanted == 0 || length < wanted) return -1;
    const char *place = buffer, *last = buffer + (length - wanted);
    while (place <= last && (place = memchr(place, pattern[0], (size_t)(last - place) + 1))) {
        if (memcmp(place, pattern, wanted) == 0) return place - buffer;
        place++;
    }
    return -1;
}

/// Undoes percent-encoding in place; returns the length.
///
/// An encoded NUL would end the C string early, so that "/%00" passed for "/". It becomes U+0001, which no
/// address of ours contains.
static inline size_t daybook_unescape(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    size_t length = MHD_http_unescape(text);
    for (size_t index = 0; index < length; index++) {
        if (text[index] == '\0') { text[index] = '\1'; }
    }
    return length;
}

/// Starts one polling thread on a socket that already listens.
static inline struct MHD_Daemon *daybook_mhd_start(
    int listen_socket, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context,
    unsigned int connection_limit, unsigned int timeout_seconds, size_t header_memory) {
    return MHD_start_daemon(
        MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, context,
        MHD_OPTION_LISTEN_SOCKET, listen_socket,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit,
        MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, header_memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, &daybook_unescape, (void *)0,
        MHD_OPTION_END);
}

/// The size of a body whose end is announced by closing or by the last chunk. The macro is no constant Swift can read.
static inline uint64_t daybook_mhd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }
static inline ssize_t daybook_mhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

#endif
