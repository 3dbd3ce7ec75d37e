/// Functions that exist elsewhere and are absent here, because they need a host that a sheet does not have.
public enum HostFunctions {
  /// Why there is no such function, as a sentence; `nil` for a name that is none of them.
  public static func reason(for name: String) -> String? { reasons[FunctionNames.plain(name)] }

  /// The names of the functions that are absent, sorted.
  public static var names: [String] { reasons.keys.sorted() }

  private static let reasons: [String: String] = {
    var reasons: [String: String] = [:]
    for (names, reason) in groups {
      for name in names.split(separator: " ") { reasons[String(name)] = "\(name) \(reason)" }
    }
    return reasons
  }()

  private static let groups: [(names: String, reason: String)] = [
    (
      "CALL REGISTER.ID",
      "runs code of a library of the machine, which a sheet must not do; add a function from the program instead."
    ),
    ("COPILOT", "asks a language model of Microsoft's; call a service of your own from an action."),
    (
      "CUBEKPIMEMBER CUBEMEMBER CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET CUBESETCOUNT CUBEVALUE",
      "reads a cube of an analysis server, to which a sheet has no connection; read a table from a file instead."
    ),
    ("DDE", "asks another running program of the desktop; call a service from an action instead."),
    ("DETECTLANGUAGE TRANSLATE", "asks a translation service of Microsoft's; call a service from an action instead."),
    (
      "FIELDVALUE",
      "reads a data type that Microsoft's services fill; a field of a record is read with a point: `person.name`."
    ),
    (
      "IMPORTCSV IMPORTTEXT",
      "reads a file whenever a cell is evaluated; `table sales from \"sales.csv\"` is read at load."
    ),
    ("IMAGE", "shows a picture in a cell, and cells here hold values only."),
    (
      "MULTIPLE.OPERATIONS",
      "calculates the sheet again with other inputs inside a formula, which a workbook does; in a sheet a LAMBDA with MAP does the same."
    ),
    ("PY", "runs Python in Microsoft's cloud; add a function from the program instead."),
    ("RTD", "reads a server of live data on the desktop; bind an input to a stream of the program instead."),
    ("STOCKHISTORY", "asks a data service of Microsoft's; call a service from an action instead."),
    ("WEBSERVICE", "would reach the network whenever a cell is evaluated; fetch with HTTP.GET, which says when."),
  ]
}
