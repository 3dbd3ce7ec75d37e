import CellModel
import Functions

extension Parameter {
  /// The same parameter, which a call must give; one that is left empty still reads as its default.
  var required: Parameter {
    var result = self
    result.info.isRequired = true
    return result
  }
}

// An argument that is left out differs from one that is left empty: MATCH(a, b) searches sorted cells, MATCH(a, b, )
// those in any order.

extension Parameter where Value == Double {
  /// A number that is something when it is left out, and 0 when it is left empty.
  static func number(_ name: String, _ help: String, whenAbsent fallback: Double) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      let isAbsent = call.position >= call.count
      let value = try call.nextValue() ?? .blank
      return isAbsent ? fallback : try value.asNumber()
    }
  }
}

extension Parameter where Value == Int {
  /// A whole number that is something when it is left out, and 0 when it is left empty.
  static func integer(_ name: String, _ help: String, whenAbsent fallback: Int) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      let isAbsent = call.position >= call.count
      let value = try call.nextValue() ?? .blank
      return isAbsent ? fallback : try truncated(value)
    }
  }
}

extension Parameter where Value == Bool {
  /// A logical that is something when it is left out, and FALSE when it is left empty.
  static func logical(_ name: String, _ help: String, whenAbsent fallback: Bool) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      let isAbsent = call.position >= call.count
      let value = try call.nextValue() ?? .blank
      return isAbsent ? fallback : try value.asLogical()
    }
  }
}

extension Parameter where Value == CellValue? {
  /// A single value as it is; `nil` when it is left out.
  static func optionalAnything(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, lifts: true)) { (call) throws(CellError) in
      try call.nextValue()
    }
  }
}
