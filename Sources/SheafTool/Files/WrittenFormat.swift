/// A format of results that are written to a file, whose ending may say which it is.
protocol WrittenFormat: RawRepresentable<String>, CaseIterable {
  /// The endings of files that are in it, without the dot; none where anything may hold it.
  var endings: [String] { get }
}

extension WrittenFormat {
  /// The format that the ending of a file stands for.
  init?(ofFile path: String) {
    let found = Self.allCases.first { $0.endings.contains { FilePath.hasExtension(path, $0) } }
    guard let found else { return nil }
    self = found
  }

  /// The format in which a file is written: the one that is named, else what its ending says.
  ///
  /// - Throws: That the ending stands for what these results are not.
  static func chosen(_ named: Self?, for path: String?, else usual: Self) throws(CallFailure) -> Self {
    if let named { return named }
    guard let path else { return usual }
    if let format = Self(ofFile: path) { return format }
    guard let ending = FormatEndings.ending(of: path) else { return usual }
    let endings = allCases.flatMap(\.endings).map { "." + $0 }
    throw CallFailure(
      "\(path) has the ending .\(ending), which stands for none of the formats",
      help: "the endings are \(endings.joined(separator: ", "))")
  }

  /// What is told of a file whose ending stands for another format than it is written in.
  func remark(on path: String) -> String? {
    guard let ending = FormatEndings.ending(of: path), !endings.contains(ending) else { return nil }
    return "\(path) is written as \(rawValue), though its ending is .\(ending)"
  }
}

/// The endings of files that stand for a format, whoever writes it.
enum FormatEndings {
  private static let known = [
    "csv", "tsv", "tab", "json", "jsonl", "ndjson", "md", "markdown", "html", "htm", "svg", "dot", "gv", "mmd",
    "mermaid", "xml", "sarif", "tap", "info", "yaml", "yml", "pdf", "docx", "png", "jpg", "jpeg", "gif", "parquet",
  ]

  /// The ending of a file, in small letters, where it stands for a format.
  static func ending(of path: String) -> String? { known.first { FilePath.hasExtension(path, $0) } }
}
