/// The names of functions that stand in for Excel's where LibreOffice has them otherwise.
///
/// Nobody writes these names: a formula of an OpenDocument file calls `MOD`, and whoever reads it calls the stand-in.
package enum StandInNames {
  /// What stands before the name of a function that Excel has otherwise.
  package static let prefix = "ORG.LIBREOFFICE."
  /// The operator `^`.
  package static let power = prefix + "RAISE"
}
