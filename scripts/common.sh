# What the scripts share; sourced, never run. Bash 5, as on Debian 12.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Every Swift package of the repository, in the order in which they depend on each other.
# A package is named by its folder; `.` is the root.
packages=()
for folder in . IntegrationTests Daybook Benchmarks; do
    [ -f "$root/$folder/Package.swift" ] && packages+=("$folder")
done

# All packages build into one folder: what they share is compiled once. Build manifests are not cached there:
# SwiftPM takes the one of the package before for that of the next, and would run the wrong tests.
scratch=$root/.build

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

require_swift() {
    command -v swift >/dev/null 2>&1 || fail "no Swift found. Install a Swift 6.3 toolchain (https://swift.org/install) and put it on the PATH."
    local version
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1)
    read -r major minor <<<"$version"
    if [ -z "${major:-}" ] || [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 3 ]; }; then
        fail "Swift 6.3 or later is needed; found: $(swift --version 2>/dev/null | head -n 1)"
    fi
}

# Runs the package manager, which was seen to crash itself (not what it built): it is started once more then, and
# goes on where it was. What ends a test is another matter, and gives a status below 128.
package_manager() {
    local status=0
    swift "$@" || status=$?
    # SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGSEGV; not those by which somebody stops it.
    case $status in 132 | 133 | 134 | 135 | 139)
        printf 'swift %s was ended by signal %d; once more.\n' "$1" $((status - 128)) >&2
        status=0
        swift "$@" || status=$?
        ;;
    esac
    return "$status"
}

# The name under which a package is spoken of.
title() { [ "$1" = . ] && echo Ondol || echo "$1"; }
