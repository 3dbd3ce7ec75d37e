import CellModel

/// The endings that tell what a file holds before it is read.
package enum FileEnding {
  /// Those of workbooks that can be read.
  package static let workbooks = ["xlsx", "xlsm", "xltx", "xltm", "xlam", "ods", "ots", "fods"]
  /// Those of workbooks that are known, and refused by name.
  private static let refusedWorkbooks = ["xlsb", "xls", "xlt", "sxc"]
  private static let tabbed = ["tsv", "tab"]
  /// Those of texts that hold data of other shapes than rows of fields.
  private static let otherData = [
    "json", "jsonl", "xml", "html", "htm", "yaml", "yml", "md", "sheet", "parquet", "pdf",
  ]

  /// Whether a path names a workbook, of a kind that can be read or not.
  package static func isWorkbook(_ path: String) -> Bool { (workbooks + refusedWorkbooks).contains { has($0, path) } }

  /// The file that a text names, and the part of a workbook behind `#`; a name may have that sign, too.
  package static func parted(_ text: String) -> (path: String, part: String?) {
    guard let mark = text.indices.first(where: { text[$0] == "#" && isWorkbook(String(text[..<$0])) }) else {
      return (text, nil)
    }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  package static func holdsSeparatedValues(_ path: String) -> Bool {
    has("csv", path) || tabbed.contains { has($0, path) }
  }

  /// What separates the fields of a file; `nil` where its text is to tell.
  package static func delimiter(of path: String) -> UInt8? { tabbed.contains { has($0, path) } ? Ascii.tab : nil }

  /// The ending of a file that holds no rows of fields; `nil` for anything that may.
  package static func otherThanRows(_ path: String) -> String? { otherData.first { has($0, path) } }

  /// Whether a path has an ending, in any case of letters, behind a name.
  package static func has(_ ending: String, _ path: String) -> Bool {
    path.utf8.count > ending.utf8.count + 1 && path.lowercased().hasSuffix("." + ending)
  }
}
