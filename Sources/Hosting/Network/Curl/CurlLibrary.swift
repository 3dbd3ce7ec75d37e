#if !canImport(Darwin)
  import LibCurl

  /// The system's libcurl, loaded when the first request is made.
  struct CurlLibrary: @unchecked Sendable {
    /// Never given back: transfers may be under way until the program ends.
    let functions: UnsafeMutablePointer<CurlFunctions>

    /// What is told where the system has none.
    static let absence =
      "requests need libcurl.so.4, and this system has none; install it, as in apt install libcurl4 or dnf install libcurl"

    /// The library; `nil` where the system has none.
    static let loaded: CurlLibrary? = {
      let functions = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
      functions.initialize(to: CurlFunctions())
      guard LibCurlLoad(functions) else {
        functions.deallocate()
        return nil
      }
      // After the library's own preparations, so that it is done before it puts its things away.
      CurlLoop.endAllAtExit()
      return CurlLibrary(functions: functions)
    }()
  }
#endif
