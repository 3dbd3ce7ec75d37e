import Archives
import Markup

/// The parts of an Office Open XML file and how they relate to each other (ECMA-376 part 2).
struct ExcelPackage {
  /// A relation from one part to another.
  struct Relation {
    let id: String
    /// The last word of the relation's type, such as `worksheet`, in which strict and transitional files agree.
    let kind: String
    /// The name of the part it leads to, from the root of the package; an address when it leads outside.
    let target: String
    let isExternal: Bool
  }

  private let archive: ZipArchive

  init(_ bytes: [UInt8]) throws(WorkbookFault) {
    if bytes.isEmpty { throw .empty }
    if let fault = Self.compoundFileFault(bytes) { throw fault }
    do throws(ArchiveFault) { archive = try ZipArchive(bytes) } catch { throw .archive(error) }
  }

  /// What an OLE compound file is, in which old and encrypted workbooks come; `nil` for any other file.
  private static func compoundFileFault(_ bytes: [UInt8]) -> WorkbookFault? {
    // A bare BIFF stream begins with BOF.
    if bytes.starts(with: [0x09, 0x08]) || bytes.starts(with: [0x09, 0x04]) || bytes.starts(with: [0x09, 0x02]) {
      return .old
    }
    guard bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) else { return nil }
    return contains(bytes, "EncryptedPackage") ? .password : .old
  }

  /// Whether a text stands in the bytes as UTF-16, as the directory of a compound file has its names.
  private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    let wanted = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    guard bytes.count >= wanted.count, let first = wanted.first else { return false }
    // A name stands at the beginning of an entry of 128 bytes.
    for start in stride(from: 0, through: bytes.count - wanted.count, by: 128)
    where bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted) {
      return true
    }
    return false
  }

  // MARK: Parts

  func hasPart(_ name: String) -> Bool { part(name) != nil }

  /// A part that holds something; some programs write empty ones for what there is not.
  private func part(_ name: String) -> ZipArchive.Part? {
    archive.part(named: name).flatMap { $0.size > 0 ? $0 : nil }
  }

  /// The bytes of a part as UTF-8; `nil` when there is none of that name.
  func contents(of name: String) throws(WorkbookFault) -> [UInt8]? {
    guard let part = archive.part(named: name) else { return nil }
    do throws(ArchiveFault) { return XMLText.utf8Document(try archive.contents(of: part)) } catch {
      throw .archive(error)
    }
  }

  /// Whether somebody has signed what the parts hold (ECMA-376 part 2, §10).
  var isSigned: Bool { archive.parts.contains { $0.name.lowercased().hasPrefix("_xmlsignatures/") } }

  /// The package with other contents for some parts; all others are copied as they are packed.
  ///
  /// - Parameter parts: By their names in lower case.
  func replacing(_ parts: [String: [UInt8]]) throws(ArchiveFault) -> [UInt8] { try archive.replacing(parts) }

  /// Scans a part; `false` when there is none of that name.
  @discardableResult
  func scan(_ name: String, _ body: (inout XMLScanner) throws(XMLFault) -> Void) throws(WorkbookFault) -> Bool {
    guard let part = part(name) else { return false }
    try PartScan.scan(part, named: name, of: archive, body)
    return true
  }

  /// The relations of a part; of the package itself with the empty name.
  func relations(of part: String) throws(WorkbookFault) -> [Relation] {
    let slash = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let folder = String(part[..<slash])
    var relations: [Relation] = []
    try scan("\(folder)_rels/\(part[slash...]).rels") { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { break }
        guard event == .start, scanner.isNamed("Relationship") else { continue }
        let type = try scanner.string("Type") ?? ""
        let isExternal = try scanner.string("TargetMode")?.lowercased() == "external"
        let target = try scanner.string("Target") ?? ""
        relations.append(
          Relation(
            id: try scanner.string("Id") ?? "", kind: type.split(separator: "/").last.map(String.init) ?? "",
            target: isExternal ? target : known(Self.resolved(target, in: folder)), isExternal: isExternal))
      }
    }
    return relations
  }

  /// The name that the archive has for a part: some programs escape the characters of a name in relations alone, and some in
  /// the archive alone (ECMA-376 part 2, §6.2.2).
  private func known(_ name: String) -> String {
    if archive.part(named: name) != nil { return name }
    let plain = Self.unescaped(name)
    if archive.part(named: plain) != nil { return plain }
    return archive.parts.first { $0.name.contains("%") && Self.unescaped($0.name) == plain }?.name ?? name
  }

  /// A name without the escapes of addresses, `%20` for a space; as it is where these make no text.
  private static func unescaped(_ name: String) -> String {
    guard name.contains("%") else { return name }
    let bytes = Array(name.utf8)
    var plain: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[place + 1...place + 2], as: UTF8.self), radix: 16)
      {
        plain.append(byte)
        place += 3
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return String(validating: plain, as: UTF8.self) ?? name
  }

  /// A target as a part's name: relative to a folder, or absolute.
  private static func resolved(_ target: String, in folder: String) -> String {
    let target = target.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
    var steps: [Substring] = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for step in target.split(separator: "/") {
      switch step {
      case ".": break
      case "..": _ = steps.popLast()
      default: steps.append(step)
      }
    }
    return steps.joined(separator: "/")
  }
}

extension XMLScanner {
  /// The value of an attribute of the element that has just begun, whatever its prefix.
  func string(_ name: StaticString) throws(XMLFault) -> String? {
    guard let piece = attribute(name) else { return nil }
    return try value(of: piece)
  }

  func integer(_ name: StaticString) -> Int? {
    guard let piece = attribute(name) else { return nil }
    return Int(String(decoding: bytes(of: piece), as: UTF8.self))
  }

  /// A logical attribute, which is written as `1`, `true` or `on`.
  func flag(_ name: StaticString, default value: Bool = false) -> Bool {
    guard let piece = attribute(name) else { return value }
    return isPiece(piece, "1") || isPiece(piece, "true") || isPiece(piece, "on")
  }

  /// The text of the element that has just begun, up to its end.
  mutating func elementText() throws(XMLFault) -> String {
    var text = ""
    var inner = 0
    while true {
      switch try next() {
      case .text:
        let more = try self.text(of: piece)
        if text.isEmpty { text = more } else { text += more }
      case .start: inner += 1
      case .end:
        inner -= 1
        if inner < 0 { return text }
      case .finish: return text
      default: break
      }
    }
  }
}
