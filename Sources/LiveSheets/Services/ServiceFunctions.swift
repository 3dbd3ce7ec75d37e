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
  /// What stands before the arguments of DELAY: it tells which of the answers is the first that the value comes from.
  static let delayBegins = "delay begins"
  static let elapsed = "ELAPSED"

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
      guard let pass = hook.pass, let name = values.first?.text else {
        throw .value("A service can only be called by an action or a fetch.")
      }
      return .value(try pass.call(name, Array(values.dropFirst())))
    }
    let elapsed = SheetFunction(
      elapsed, "Gives the seconds since the sheet was loaded.", parameters: [], traits: .volatile, examples: []
    ) { (_: inout Arguments) throws(CellError) in .value(.number(hook.elapsed?() ?? 0)) }
    let guards = [GuardedCalls.retry, GuardedCalls.timeout].map { guarding($0, hook) }
    let added = (catalog.function(named: elapsed.name) == nil ? [service, elapsed] : [service]) + guards
    return catalog.adding(title: "Sheets in time", added)
  }

  /// The name of what stands in an expression for RETRY or TIMEOUT; its first argument is a LAMBDA of the call.
  static func guardName(_ name: String) -> String { "service \(name.lowercased())" }

  private static func guarding(_ name: String, _ hook: RunHook) -> SheetFunction {
    SheetFunction(
      guardName(name).uppercased(), "Stands around calls of services.",
      parameters: [
        ParameterInfo("call", "what calls services"),
        ParameterInfo("number", "how often, or how many seconds", isRequired: false, repeats: true),
      ], examples: []
    ) { (arguments: inout Arguments) throws(CellError) in
      var values: [CellValue] = []
      while arguments.position < arguments.count { values.append(try arguments.nextValue() ?? .blank) }
      guard let pass = hook.pass, case .lambda(let call)? = values.first else {
        throw .value("\(name) stands around a call of a service, in an action or a fetch.")
      }
      let numbers = Array(values.dropFirst())
      return name == GuardedCalls.retry
        ? try pass.retry(call, numbers, in: arguments.context) : try pass.timeout(call, numbers, in: arguments.context)
    }
  }
}
