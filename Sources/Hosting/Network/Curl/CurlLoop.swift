#if !canImport(Darwin)
  import LibCurl
  import ReactiveCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The thread that runs the transfers of a transport.
  ///
  /// It sleeps while there is nothing to do, takes no signals, and ends when it is told to or when the program does.
  final class CurlLoop: @unchecked Sendable {
    private struct Shared {
      var arriving: [CurlTransfer] = []
      var leaving: [CurlTransfer] = []
      /// How many transfers are not over.
      var count = 0
      var isEnding = false
      /// The thread is out of the library.
      var isOver = false
      /// Where a byte wakes the thread; -1 when that is gone.
      var alarm: Int32 = -1
    }

    private let library: CurlLibrary
    private let connectionsPerHost: Int
    private let shared = Atomic(Shared())
    // For the thread only.
    private var running: [OpaquePointer: CurlTransfer] = [:]
    private let wakes: Int32

    init(_ library: CurlLibrary, connectionsPerHost: Int) {
      self.library = library
      self.connectionsPerHost = connectionsPerHost
      var ends: [Int32] = [-1, -1]
      if pipe(&ends) == 0 {
        for end in ends {
          _ = fcntl(end, F_SETFL, O_NONBLOCK)
          _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
      }
      wakes = ends[0]
      shared.modify { $0.alarm = ends[1] }
      Self.loops.modify { $0[ObjectIdentifier(self)] = self }
      start()
    }

    private func start() {
      var thread = pthread_t()
      // The thread holds the loop until its end.
      let me = Unmanaged.passRetained(self).toOpaque()
      let code = pthread_create(
        &thread, nil,
        { argument in
          argument.map { Unmanaged<CurlLoop>.fromOpaque($0).takeRetainedValue() }?.run()
          return nil
        }, me)
      if code == 0 { pthread_detach(thread) } else { Unmanaged<CurlLoop>.fromOpaque(me).release() }
    }

    var count: Int { shared.withValue { $0.count } }

    // MARK: From other threads

    func add(_ transfer: CurlTransfer) {
      let isTaken = shared.modify { shared in
        guard !shared.isEnding else { return false }
        shared.arriving.append(transfer)
        shared.count += 1
        wake(shared)
        return true
      }
      if !isTaken { transfer.complete(-1) }
    }

    func remove(_ transfer: CurlTransfer) {
      shared.modify { shared in
        if let index = shared.arriving.firstIndex(where: { $0 === transfer }) {
          shared.arriving.remove(at: index)
          shared.count -= 1
        } else {
          shared.leaving.append(transfer)
          wake(shared)
        }
      }
    }

    func end() {
      shared.modify { shared in
        shared.isEnding = true
        wake(shared)
      }
    }

    private func wake(_ shared: Shared) {
      var byte: UInt8 = 0
      if shared.alarm >= 0 { _ = write(shared.alarm, &byte, 1) }
    }

    // MARK: The thread

    private func run() {
      Self.refuseSignals()
      let functions = library.functions
      if let multi = functions.pointee.multi_init() {
        _ = LibCurlSetMultiLong(functions, multi, Int32(LIBCURLMOPT_MAX_HOST_CONNECTIONS), connectionsPerHost)
        while !shared.withValue({ $0.isEnding }) { turn(multi) }
        for (handle, transfer) in running {
          _ = functions.pointee.multi_remove_handle(multi, handle)
          transfer.close(library)
        }
        running = [:]
        _ = functions.pointee.multi_cleanup(multi)
      }
      close(wakes)
      shared.modify { shared in
        close(shared.alarm)
        shared.alarm = -1
        shared.isEnding = true
        shared.isOver = true
        shared.arriving = []
        shared.leaving = []
        shared.count = 0
      }
      Self.loops.modify { $0[ObjectIdentifier(self)] = nil }
    }

    private func turn(_ multi: OpaquePointer) {
      let functions = library.functions
      let (arriving, leaving) = shared.modify { shared in
        defer { (shared.arriving, shared.leaving) = ([], []) }
        return (shared.arriving, shared.leaving)
      }
      for transfer in arriving { begin(transfer, multi) }
      for transfer in leaving {
        if let handle = transfer.handle { finish(handle, multi) }
      }
      var count: Int32 = 0
      _ = functions.pointee.multi_perform(multi, &count)
      var left: Int32 = 0
      while let message = functions.pointee.multi_info_read(multi, &left) {
        let (kind, handle, code) = (message.pointee.msg, message.pointee.easy_handle, message.pointee.data.result)
        guard Int(kind) == LIBCURL_MSG_DONE, let handle, let transfer = running[handle] else { continue }
        // Told before the handle goes, whose words it may need.
        transfer.complete(code)
        finish(handle, multi)
      }
      var entry = curl_waitfd(fd: wakes, events: Int16(LIBCURL_WAIT_POLLIN), revents: 0)
      var ready: Int32 = 0
      _ = functions.pointee.multi_wait(multi, &entry, 1, 60_000, &ready)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wakes, &bytes, bytes.count) > 0 {}
    }

    private func begin(_ transfer: CurlTransfer, _ multi: OpaquePointer) {
      guard let handle = transfer.open(library) else {
        shared.modify { $0.count -= 1 }
        return transfer.complete(-1)
      }
      running[handle] = transfer
      _ = library.functions.pointee.multi_add_handle(multi, handle)
    }

    private func finish(_ handle: OpaquePointer, _ multi: OpaquePointer) {
      guard let transfer = running.removeValue(forKey: handle) else { return }
      _ = library.functions.pointee.multi_remove_handle(multi, handle)
      transfer.close(library)
      shared.modify { $0.count -= 1 }
    }

    /// Leaves signals to the program's own threads; only faults of this one are its own.
    private static func refuseSignals() {
      var signals = sigset_t()
      sigfillset(&signals)
      for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { sigdelset(&signals, fault) }
      pthread_sigmask(SIG_SETMASK, &signals, nil)
    }

    // MARK: The end of the program

    private static let loops = Atomic<[ObjectIdentifier: CurlLoop]>([:])

    /// Has all loops end when the program does, before the libraries below put their things away.
    static func endAllAtExit() {
      atexit {
        let loops = Array(CurlLoop.loops.value.values)
        for loop in loops { loop.end() }
        // A name that is being looked up is not waited for.
        for _ in 0..<250 where loops.contains(where: { loop in !loop.shared.withValue { $0.isOver } }) { usleep(1000) }
      }
    }
  }
#endif
