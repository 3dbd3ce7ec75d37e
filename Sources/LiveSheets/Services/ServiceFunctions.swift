import CellModel
import Functions

/// The functions that stand in a run's expression where a sheet calls a service.
///
/// They are made by hand because what they do depends on the run that is being evaluated. Their names have a blank, so
/// that no formula can call them.
enum ServiceFunctions {
  static let call = "service call"
  /// The name of DELAY among the services: it holds a value back.
  static let delay = "delay"

  static func catalog(_ catalog: FunctionCatalog, _ hook: RunHook) -> FunctionCatalog {
    let service = SheetFunction(
      call.uppercased(), "Calls a service.",
      parameters: [
        ParameterInfo("service", "the service"),
        ParameterInfo("argument", "what it is called with", isRequired: false, repeats: true),
      ], examples: []
    ) { (arguments: inout Arguments) throws(CellError) in
      var values: [CellValue] = []
      while arguments.position < arguments.count { values.append(try arguments.nextValue() ?? .blank) }
      guard let call = hook.call, let name = values.first?.text else {
        throw .value("A service can only be called by an action or a fetch.")
      }
      return .value(try call(name, Array(values.dropFirst())))
    }
    let elapsed = SheetFunction(
      "ELAPSED", "Gives the seconds since the sheet was loaded.", parameters: [], traits: .volatile, examples: []
    ) { (_: inout Arguments) throws(CellError) in .value(.number(hook.elapsed?() ?? 0)) }
    let added = catalog.function(named: elapsed.name) == nil ? [service, elapsed] : [service]
    return catalog.adding(title: "Sheets in time", added)
  }
}
