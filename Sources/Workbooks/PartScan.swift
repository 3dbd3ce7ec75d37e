import Archives
import Markup

/// A part of an archive as a document that is scanned while it is unpacked.
final class PartScan: XMLFeed {
  /// A part of fewer bytes is unpacked at once.
  private static let leastSize: UInt64 = 1 << 20

  private let stream: PartStream
  private var fault: ArchiveFault?

  private init(_ stream: PartStream) { self.stream = stream }

  var window: UnsafeBufferPointer<UInt8> { stream.window }
  var isComplete: Bool { stream.isComplete || fault != nil }

  func readOn() {
    guard fault == nil else { return }
    do throws(ArchiveFault) { try stream.readOn() } catch { fault = error }
  }

  func passable(before position: Int) -> Int { stream.passable(before: position) }
  func pass(_ count: Int) { stream.pass(count) }

  /// Scans a part, whose damage comes before any fault in what could be read of it.
  ///
  /// - Parameter name: What faults call the part.
  static func scan(
    _ part: ZipArchive.Part, named name: String, of archive: ZipArchive,
    _ body: (inout XMLScanner) throws(XMLFault) -> Void
  ) throws(WorkbookFault) {
    if part.size >= leastSize, let scan = try scan(of: part, in: archive) { return try scan.run(named: name, body) }
    let bytes: [UInt8]
    do throws(ArchiveFault) { bytes = try archive.contents(of: part) } catch { throw .archive(error) }
    try XMLText.utf8(bytes).scanned(as: name, body)
  }

  /// A scan of a part; `nil` when it is not in UTF-8.
  private static func scan(of part: ZipArchive.Part, in archive: ZipArchive) throws(WorkbookFault) -> PartScan? {
    do throws(ArchiveFault) {
      let stream = try archive.stream(of: part)
      try stream.readOn()
      return XMLText.isUTF8(stream.window) ? PartScan(stream) : nil
    } catch { throw .archive(error) }
  }

  private func run(
    named name: String, _ body: (inout XMLScanner) throws(XMLFault) -> Void
  ) throws(WorkbookFault) {
    var scanner = XMLScanner(self)
    var wrong: XMLFault?
    do throws(XMLFault) { try body(&scanner) } catch { wrong = error }
    do throws(ArchiveFault) {
      if let fault { throw fault }
      try stream.finish()
    } catch { throw .archive(error) }
    if let wrong { throw .part(name, reason: wrong.message) }
  }
}

extension [UInt8] {
  /// Scans the bytes as XML; a fault names the part that they are.
  func scanned(
    as part: String, _ body: (inout XMLScanner) throws(XMLFault) -> Void
  ) throws(WorkbookFault) {
    var fault: XMLFault?
    withUnsafeBufferPointer { bytes in
      var scanner = XMLScanner(bytes)
      do throws(XMLFault) { try body(&scanner) } catch { fault = error }
    }
    if let fault { throw .part(part, reason: fault.message) }
  }
}
