import Archives
import CellModel

/// The one door for workbooks of every format: what the bytes are decides, not the name.
package enum WorkbookReader {
  /// How a file of separated values is read; workbooks need none of it.
  package struct Options: Sendable {
    /// The encoding of a file that does not say which one it has.
    package var encoding: TextEncoding?
    package var delimiter: UInt8?
    /// Whether all fields are texts, whatever they look like.
    package var areTexts = false

    package init() {}

    /// The same for a file of this name, whose ending may tell what separates its values.
    package func named(_ name: String) -> Options {
      var options = self
      options.delimiter = delimiter ?? FileEnding.delimiter(of: name)
      return options
    }
  }

  /// Reads a workbook.
  ///
  /// - Parameter name: What the file is called; its ending tells separated values from anything else that is text.
  package static func workbook(
    _ bytes: [UInt8], named name: String, _ options: Options = Options()
  ) throws(WorkbookFault) -> Workbook {
    if FileEnding.holdsSeparatedValues(name) {
      if bytes.starts(with: [0x50, 0x4B, 3, 4]) { throw .otherFormat("a ZIP archive, perhaps a workbook") }
      return try DelimitedReader.workbook(bytes, named: name, options.named(name))
    }
    if bytes.isEmpty { throw .empty }
    switch format(of: bytes) {
    case .flatOpenDocument: return try OpenDocumentReader.workbook(flat: bytes)
    case .openDocument: return try OpenDocumentReader.workbook(archive: bytes)
    case .named(let name): throw .otherFormat(name)
    case .excel: return try ExcelReader.workbook(bytes)
    }
  }

  /// What the bytes of a workbook are, whatever its name says.
  enum Format {
    case excel, openDocument, flatOpenDocument
    /// Something else, in words.
    case named(String)
  }

  /// What bytes are that are no separated values; what nothing tells may be a workbook of Excel.
  static func format(of bytes: [UInt8]) -> Format {
    switch head(of: bytes) {
    case .openDocument: return .flatOpenDocument
    case .named(let name): return .named(name)
    case .other: break
    }
    switch kind(ofArchive: bytes) {
    case .openDocument: return .openDocument
    case .named(let name): return .named(name)
    case .other: return .excel
    }
  }

  private enum Head {
    case openDocument
    case named(String)
    case other
  }

  /// What a document in one piece of XML, a page or a text says that it is.
  private static func head(of bytes: [UInt8]) -> Head {
    let text = String(decoding: XMLText.utf8(Array(bytes.prefix(4096))), as: UTF8.self)
    let start = text.drop { $0 == "\u{FEFF}" || $0.isWhitespace }
    guard start.hasPrefix("<") else {
      if start.hasPrefix("MIME-Version:") { return .named("a web archive (.mht)") }
      return isText(start) ? .named(WorkbookFault.text) : .other
    }
    if start.contains("urn:oasis:names:tc:opendocument") { return .openDocument }
    if start.contains("urn:schemas-microsoft-com:office:spreadsheet") {
      return .named("a workbook of Excel 2003 (XML)")
    }
    let lower = start.prefix(600).lowercased()
    if lower.contains("<html") || lower.contains("<!doctype html") || lower.contains("<table") {
      return .named("a page of HTML")
    }
    return .named("XML, but no OpenDocument")
  }

  /// Whether what a file begins with is nothing but characters that people type, and no archive's.
  private static func isText(_ start: Substring) -> Bool {
    !start.hasPrefix("PK") && start.utf8.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
  }

  /// What an archive says first, as OpenDocument has it, that it is.
  private static func kind(ofArchive bytes: [UInt8]) -> Head {
    guard bytes.starts(with: [0x50, 0x4B]), let archive = try? ZipArchive(bytes),
      archive.part(named: "[Content_Types].xml") == nil
    else { return .other }
    if let type = archive.part(named: "mimetype"), type.size < 200, let text = try? archive.contents(of: type) {
      let name = String(decoding: text, as: UTF8.self)
      if name.contains("vnd.sun.xml.calc") { return .named("a spreadsheet of OpenOffice.org 1 (.sxc)") }
      return name.contains("opendocument") ? .openDocument : .other
    }
    return archive.part(named: "content.xml") != nil ? .openDocument : .other
  }
}
