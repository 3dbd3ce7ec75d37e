import CellModel
import Diagnostics
import Hosting

/// Values as the machine formats write them.
extension JSONValue {
  /// A cell's value: a date or a time as its ISO text, any other number as itself.
  ///
  /// What nests deeper than 200 levels is cut off, because readers of JSON refuse it too.
  init(_ value: CellValue) { self.init(value, depth: 0) }

  private init(_ value: CellValue, depth: Int) {
    guard depth < 200 else {
      self = "…"
      return
    }
    switch value {
    case .blank: self = .null
    case .number(let number, let kind):
      if let text = TimeNotation.text(number, kind) { self = .text(text) } else { self = .number(number) }
    case .text(let text): self = .text(text)
    case .logical(let logical): self = .logical(logical)
    case .error(let error): self = JSONValue(error)
    case .array(let array):
      self = .list(
        (0..<array.rows).map { row in
          .list(array.row(row).map { JSONValue($0, depth: depth + 1) })
        })
    case .record(let record):
      var fields: [String: JSONValue] = [:]
      for (name, field) in zip(record.names, record.values) { fields[name] = JSONValue(field, depth: depth + 1) }
      self = .object(fields)
    case .lambda(let lambda): self = .text(lambda.source)
    }
  }

  init(_ error: CellError) {
    self = [
      "error": [
        "code": .text(error.code.text), "message": .text(Diagnostic.shortened(error.message)),
        "origin": .text(error.origin),
      ]
    ]
  }
}
