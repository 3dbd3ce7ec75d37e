import Foundation

/// The lines of a table of values in the folder References, as fields; the script that made it stands beside it.
func referenceRows(_ name: String) throws -> [[String]] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "References")
  return try String(contentsOf: folder.appending(path: "\(name).tsv"), encoding: .utf8)
    .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}
