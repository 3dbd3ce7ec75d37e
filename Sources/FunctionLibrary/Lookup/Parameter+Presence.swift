import CellModel
import Functions

extension Parameter {
  /// The same parameter, which a call must give; one that is left empty still reads as its default.
  var required: Parameter { with { $0.isRequired = true } }
}

extension Parameter where Value == CellRange {
  /// The same parameter, for which what was left out, as by `IF(TRUE,,)`, is no range.
  var given: Parameter {
    let (name, read) = (info.name, read)
    return self.read(by: { (call) throws(CellError) in
      var ahead = call
      if case .omitted = ahead.nextEvaluated() { throw .value("\(name) was left out.") }
      return try read(&call)
    })
  }

  /// The same parameter, for which a union of references is a wrong reference.
  var inOneArea: Parameter {
    let (name, read) = (info.name, read)
    return self.read(by: { (call) throws(CellError) in
      var ahead = call
      if case .reference(let reference) = ahead.nextEvaluated(), !reference.isSingleArea {
        throw .reference("\(name) is a union of references.")
      }
      return try read(&call)
    })
  }
}

extension Parameter where Value == CellRange? {
  /// The same parameter, which may be left out and may not be left empty.
  var notEmpty: Parameter {
    let (name, read) = (info.name, read)
    return self.read(by: { (call) throws(CellError) in
      let isGiven = call.position < call.count
      guard let range = try read(&call) else {
        if isGiven { throw .value("\(name) is left empty.") }
        return nil
      }
      return range
    })
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
