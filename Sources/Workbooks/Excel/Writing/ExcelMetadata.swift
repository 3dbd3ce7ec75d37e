import CellModel
import Markup

/// The parts that say of cells what their elements cannot: which formulas are dynamic arrays, and which errors are meant
/// that are younger than the format (MS-XLSX 2.2.4, 2.3.6.1.3).
struct ExcelMetadata {
  /// The metadata of a cell whose formula fills as many cells as it gives.
  static let dynamicArray = 1

  private(set) var hasDynamicArrays = false
  /// The numbers of the errors in the order of their metadata, which counts from 1.
  private var errors: [Int] = []

  var isEmpty: Bool { !hasDynamicArrays && errors.isEmpty }
  var hasErrors: Bool { !errors.isEmpty }

  mutating func noteDynamicArray() { hasDynamicArrays = true }

  /// The value metadata of an error; `nil` for one that the format has itself.
  mutating func metadata(of code: ErrorCode) -> Int? {
    guard let number = ExcelErrors.number(of: code) else { return nil }
    if let known = errors.firstIndex(of: number) { return known + 1 }
    errors.append(number)
    return errors.count
  }

  private static let flags: [(String, String?)] = [
    "copy", "pasteAll", "pasteValues", "merge", "splitFirst", "rowColShift", "clearFormats", "clearComments", "assign",
    "coerce",
  ].map { ($0, "1") }

  /// The part that cells refer to.
  var part: [UInt8] {
    var xml = XMLWriter.document()
    xml.start(
      "metadata",
      [
        ("xmlns", ExcelNames.main), ("xmlns:xlrd", ExcelNames.richData),
        ("xmlns:xda", "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"),
      ])
    xml.start("metadataTypes", [("count", hasErrors ? "2" : "1")])
    let version: (String, String?) = ("minSupportedVersion", "120000")
    xml.empty("metadataType", [("name", "XLDAPR"), version] + Self.flags + [("cellMeta", "1")])
    if hasErrors { xml.empty("metadataType", [("name", "XLRICHVALUE"), version] + Self.flags) }
    xml.end()
    xml.raw(
      """
      <futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}">\
      <xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata>
      """)
    if hasErrors {
      xml.start("futureMetadata", [("name", "XLRICHVALUE"), ("count", "\(errors.count)")])
      for place in errors.indices {
        xml.raw(
          """
          <bk><extLst><ext uri="{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"><xlrd:rvb i="\(place)"/></ext></extLst></bk>
          """)
      }
      xml.end()
    }
    xml.raw("<cellMetadata count=\"1\"><bk><rc t=\"1\" v=\"0\"/></bk></cellMetadata>")
    if hasErrors {
      xml.start("valueMetadata", [("count", "\(errors.count)")])
      for place in errors.indices { xml.raw("<bk><rc t=\"2\" v=\"\(place)\"/></bk>") }
      xml.end()
    }
    xml.endAll()
    return xml.bytes
  }

  /// The values that the errors are, each with its number and what is behind it.
  var richValues: [UInt8] {
    var xml = XMLWriter.document()
    xml.start("rvData", [("xmlns", ExcelNames.richData), ("count", "\(errors.count)")])
    for number in errors { xml.raw("<rv s=\"0\"><v>\(number)</v><v>\(number == 13 ? 3 : 0)</v></rv>") }
    xml.endAll()
    return xml.bytes
  }

  /// What the values are made of.
  static var richStructure: [UInt8] {
    var xml = XMLWriter.document()
    xml.start("rvStructures", [("xmlns", ExcelNames.richData), ("count", "1")])
    xml.raw("<s t=\"_error\"><k n=\"errorType\" t=\"i\"/><k n=\"subType\" t=\"i\"/></s>")
    xml.endAll()
    return xml.bytes
  }

  static var richTypes: [UInt8] {
    var xml = XMLWriter.document()
    xml.start("rvTypesInfo", [("xmlns", ExcelNames.richData + "2")])
    xml.raw("<global><keyFlags/></global>")
    xml.endAll()
    return xml.bytes
  }
}
