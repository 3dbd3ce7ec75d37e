/// Why an archive, or a part of it, cannot be taken apart.
package enum ArchiveFault: Error, Sendable, Hashable {
  /// It does not begin and end as a ZIP archive does.
  case noArchive
  /// It ends too soon, or its directory points outside of it.
  case truncated
  case severalDisks
  case encrypted(part: String)
  case unknownMethod(Int, part: String)
  case sameName(String)
  case unsafeName(String)
  case tooManyParts(limit: Int)
  /// A part that would take more memory than any workbook needs.
  case tooLarge(part: String, bytes: UInt64)
  case damaged(part: String, reason: String)
}

extension ArchiveFault {
  static func wrongChecksum(_ part: String) -> ArchiveFault {
    .damaged(part: part, reason: "its checksum is not right")
  }

  /// What is wrong, in lower case without a full stop.
  package var words: String {
    switch self {
    case .noArchive: "the file is no ZIP archive"
    case .truncated: "the archive is incomplete; perhaps it was not copied to its end"
    case .severalDisks: "the archive runs over several disks"
    case .encrypted(let part): "\(part) is encrypted"
    case .unknownMethod(let method, let part):
      "\(part) is compressed in a way that workbooks do not use (method \(method))"
    case .sameName(let name): "there are two parts named \(name)"
    case .unsafeName(let name): "a part is named “\(name)”, which leads out of the archive"
    case .tooManyParts(let limit): "the archive has more than \(limit) parts"
    case .tooLarge(let part, let bytes): "\(part) would unpack to \(bytes / 1_000_000) MB, which no workbook needs"
    case .damaged(let part, let reason): "\(part) is damaged: \(reason)"
    }
  }
}
