import CellModel
import Workbooks

/// How many texts of a sheet the files of workbooks cannot have as they are.
package struct UnwritableTexts {
  /// Texts with a character that XML does not have.
  private(set) var withControls = 0
  /// Texts with more characters than Excel takes: it calls the file damaged, and cuts them.
  package private(set) var tooLong = 0

  package init(_ sheet: WorkbookSheet) {
    for constants in sheet.columns.values {
      for case .text(let text) in constants.values {
        if text.utf8.count > CellArithmetic.longestText, text.utf16.count > CellArithmetic.longestText { tooLong += 1 }
        if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) { withControls += 1 }
      }
    }
  }
}
