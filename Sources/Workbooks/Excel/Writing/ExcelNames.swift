/// The names by which the parts of a workbook's package are known (ECMA-376 part 1, transitional).
enum ExcelNames {
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships"
  static let contentTypes = "http://schemas.openxmlformats.org/package/2006/content-types"
  static let properties = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
  static let richData = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"
  static let richRelations = "http://schemas.microsoft.com/office/2017/06/relationships"

  /// The name in each sheet for what is filtered there.
  static let filter = "_xlnm._FilterDatabase"

  private static let sheetML = "application/vnd.openxmlformats-officedocument.spreadsheetml."

  /// The type of the contents of a part of the main vocabulary.
  static func type(_ kind: String) -> String { sheetML + kind + "+xml" }
}
