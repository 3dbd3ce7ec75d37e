import CellModel
import LiveSheets

/// Values as the body of a request has them.
extension JSONValue {
  /// A record becomes an object, an array with one row or one column a list, any other array a list of its rows.
  ///
  /// Blank is null; a date or a time is its ISO text. An error value or a LAMBDA anywhere in the value is a failure, as is what
  /// nests deeper than ``JSONReader/depthLimit``.
  package init(body value: CellValue) throws(ServiceError) { try self.init(body: value, depth: 0) }

  private init(body value: CellValue, depth: Int) throws(ServiceError) {
    guard depth < JSONReader.depthLimit else { throw ServiceError("the body nests too deep") }
    switch value {
    case .blank: self = .null
    case .number(let number, let kind):
      if let text = TimeNotation.text(number, kind) { self = .text(text) } else { self = .number(number) }
    case .text(let text): self = .text(text)
    case .logical(let logical): self = .logical(logical)
    case .error(let error): throw ServiceError("the body has an error in it, \(error.code.text)")
    case .lambda: throw ServiceError("the body has a LAMBDA in it")
    case .record(let record):
      var fields: [String: JSONValue] = [:]
      // Of two fields with one name the first is the one that a formula reads.
      for (name, field) in zip(record.names, record.values) where fields[name] == nil {
        fields[name] = try JSONValue(body: field, depth: depth + 1)
      }
      self = .object(fields)
    case .array(let array):
      if array.rows == 1 || array.columns == 1 {
        self = try .list(of: array.elements[...], depth: depth)
      } else {
        var rows: [JSONValue] = []
        for row in 0..<array.rows { rows.append(try .list(of: array.row(row), depth: depth)) }
        self = .list(rows)
      }
    }
  }

  private static func list(of elements: ArraySlice<CellValue>, depth: Int) throws(ServiceError) -> JSONValue {
    var list: [JSONValue] = []
    list.reserveCapacity(elements.count)
    for element in elements { list.append(try JSONValue(body: element, depth: depth + 1)) }
    return .list(list)
  }
}
