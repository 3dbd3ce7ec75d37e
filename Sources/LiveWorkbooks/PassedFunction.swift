import Formulas
import Functions

/// How files have a function that is passed by its name: `BYROW(A1:C3,SUM)` is `_xlfn.BYROW(A1:C3,_xleta.SUM)`.
package enum PassedFunction {
  private static let prefix = "_xleta."

  /// The function of a name in a file; `nil` for a name that stands for something else.
  static func name(of fileName: String) -> String? {
    guard fileName.count > prefix.count, fileName.lowercased().hasPrefix(prefix) else { return nil }
    return FunctionNames.plain(String(fileName.dropFirst(prefix.count)))
  }

  /// How a formula has the function where something else has its name.
  package static func unmistakable(_ name: String) -> String { "_xlfn." + FunctionNames.plain(name) }

  /// The name that a file has for a function, whatever its prefix there when it is called.
  static func fileName(of function: SheetFunction) -> String { prefix + function.name }
}
