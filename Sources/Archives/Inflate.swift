/// Unpacks what DEFLATE has packed (RFC 1951).
///
/// The size of the result is known before: a ZIP archive states it. More or fewer bytes are a fault, so memory is bounded
/// by what the caller has agreed to.
package enum Inflate {
  /// What is wrong with a deflated text, in words.
  package struct Fault: Error, Sendable, Hashable { package let reason: String }

  /// The most bytes that one packed byte can stand for.
  static let mostExpansion: UInt64 = 1032

  package static func bytes(from packed: UnsafeBufferPointer<UInt8>, size: Int) throws(Fault) -> [UInt8] {
    var fault: Fault?
    let result = [UInt8](unsafeUninitializedCapacity: size + Inflation.slack) { output, count in
      guard let target = output.baseAddress, let source = packed.baseAddress else {
        fault = Fault(reason: "there is nothing")
        return
      }
      var inflation = Inflation(source, count: packed.count, target, size: size)
      do throws(Fault) {
        try inflation.run(upTo: size)
        count = size
      } catch { fault = error }
    }
    if let fault { throw fault }
    return result
  }

  package static func bytes(from packed: [UInt8], size: Int) throws(Fault) -> [UInt8] {
    var outcome: Result<[UInt8], Fault> = .success([])
    packed.withUnsafeBufferPointer { packed in
      do throws(Fault) { outcome = .success(try bytes(from: packed, size: size)) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }
}
