import Foundation

/// A case on which we differ on purpose: what we give, and why.
struct Disagreement: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// Excel says otherwise.
    case excel
    /// Both say that it is an error, and Excel which one.
    case code
    /// The case has fewer right digits than we do.
    case digits
    /// A value is there, but Excel's search for it ends without one.
    case search
    /// Excel does not take the formula in: too few arguments, or no formula at all.
    case refused
    /// The case was taken out of a test whose cells, names, clock or place did not come with it.
    case incomplete
  }

  let kind: Kind
  let ours: String
  let reason: String

  /// Whether a value, in one line, is what we give; the last digits of a number may differ.
  func covers(_ shown: String) -> Bool {
    if shown == ours { return true }
    guard let number = Double(shown), let known = Double(ours) else { return false }
    return abs(number - known) <= 1e-12 * abs(known)
  }

  /// Reads the reasons that concern one suite.
  ///
  /// They stand in files by family of function, a line each: the case, the kind, what we give, why.
  static func all(in folder: URL, of suite: String) throws -> [String: Disagreement] {
    var disagreements: [String: Disagreement] = [:]
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "tsv" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where line.hasPrefix(suite + ":")
      {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 4, let kind = Kind(rawValue: fields[1]), !fields[3].isEmpty,
          disagreements.updateValue(Disagreement(kind: kind, ours: fields[2], reason: fields[3]), forKey: fields[0])
            == nil
        else { throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "\(file.path): \(line)"]) }
      }
    }
    return disagreements
  }
}
