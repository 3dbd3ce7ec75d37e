/// The files that one of two versions of a sheet reads.
///
/// They are those of its own folder, or of its revision. What is not there it reads elsewhere, for a tool of git puts
/// an old text alone into a folder of its own.
final class VersionFiles {
  typealias Reading = (String) throws -> [UInt8]

  private let own: Reading
  private let elsewhere: Reading
  private var kept: [String: [UInt8]] = [:]
  /// Whether a file of its own that was read is another one elsewhere, or is not there.
  private(set) var differ = false

  init(own: @escaping Reading, elsewhere: @escaping Reading) {
    self.own = own
    self.elsewhere = elsewhere
  }

  /// Reads a file, and keeps it, for a comparison loads a sheet many times.
  func read(_ name: String) throws -> [UInt8] {
    if let bytes = kept[name] { return bytes }
    let other = Result { try elsewhere(name) }
    let bytes: [UInt8]
    do { bytes = try own(name) } catch { return try other.get() }
    if (try? other.get()) != bytes { differ = true }
    kept[name] = bytes
    return bytes
  }
}
