#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(WinSDK)
    import WinSDK
#endif

/// A number that tells the running thread from all others alive; never 0, and always even.
@usableFromInline
func currentThreadToken() -> UInt {
    #if canImport(WinSDK)
        return (UInt(GetCurrentThreadId()) + 1) << 1
    #elseif canImport(Darwin) || canImport(Musl)
        // The address of the thread's descriptor, which is aligned.
        return UInt(bitPattern: pthread_self())
    #else
        // The address of the thread's descriptor, which is aligned.
        return UInt(pthread_self())
    #endif
}
