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

extension Parameter where Value == CellRange {
  /// The same parameter, for which what was left out, as by `IF(TRUE,,)`, is no range.
  var given: Parameter {
    var result = self
    let (name, read) = (info.name, read)
    result.read = { (call) throws(CellError) in
      var ahead = call
      if case .omitted = ahead.nextEvaluated() { throw .value("\(name) was left out.") }
      return try read(&call)
    }
    return result
  }
}

extension Parameter where Value == CellRange? {
  /// The same parameter, which may be left out and may not be left empty.
  var notEmpty: Parameter {
    var result = self
    let (name, read) = (info.name, read)
    result.read = { (call) throws(CellError) in
      let isGiven = call.position < call.count
      guard let range = try read(&call) else {
        if isGiven { throw .value("\(name) is left empty.") }
        return nil
      }
      return range
    }
    return result
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
