import Diagnostics
import LiveSheets

/// Something that has come of an instant of a sheet, told when all that follows is settled.
package enum SheetNews {
  /// Cells have other values than before; told where the driver was asked to.
  case changes([CellChange])
  /// What was found wrong while the sheet ran.
  case reports([Diagnostic])
  /// Which checks broke and which hold again; told while the sheet judges its checks.
  case checks([CheckChange])
  /// Calls that the program leaves to somebody else, such as the user of a prompt.
  case calls([ServiceCall])
}
