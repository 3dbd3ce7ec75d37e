/// What a file had in it at some moment, to find out later whether somebody else has written it.
///
/// Only the content counts: a file that was touched, or written anew with the same bytes, has the same version.
struct FileVersion: Equatable {
  /// The version of a file that is not there.
  static let absent = FileVersion(count: -1, digest: 0)

  private let count: Int
  private let digest: Int

  private init(count: Int, digest: Int) {
    self.count = count
    self.digest = digest
  }

  init(_ bytes: [UInt8]) {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    self.init(count: bytes.count, digest: hasher.finalize())
  }

  /// Whether somebody else has written a file that had another version before; one that is gone has nothing to be lost.
  func isForeign(to former: FileVersion) -> Bool { self != former && self != .absent }

  /// The version of what is at a path now.
  init(ofFileAt path: String) throws(CallFailure) {
    self = FileSystem.kind(path) == nil ? .absent : FileVersion(try FileSystem.read(path))
  }
}
