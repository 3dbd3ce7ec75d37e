/// Errors inside of values: each remembers the cell in which it began, as an error that is the whole value does.
extension CellValue {
  /// The same value, with the cell in which its errors began that have none yet.
  ///
  /// It looks at each element of an array that has errors, and makes another array only when one of them needs it.
  package func beginning(in origin: @autoclosure () -> String) -> CellValue {
    switch self {
    case .error(let error): .error(error.beginning(in: origin()))
    case .array(let array) where array.hasErrorsWithoutOrigin: .array(array.beginning(in: origin()))
    case .record(let record) where record.values.contains(where: \.hasErrorsWithoutOrigin):
      .record(record.beginning(in: origin()))
    default: self
    }
  }

  /// Whether it is or holds an error that began in no cell yet.
  fileprivate var hasErrorsWithoutOrigin: Bool {
    switch self {
    case .error(let error): error.origin.isEmpty
    case .array(let array): array.hasErrorsWithoutOrigin
    case .record(let record): record.values.contains(where: \.hasErrorsWithoutOrigin)
    case .blank, .number, .text, .logical, .lambda: false
    }
  }
}

extension CellRecord {
  fileprivate func beginning(in origin: String) -> CellRecord {
    CellRecord(zip(names, values).map { (name: $0, value: $1.beginning(in: origin)) })
  }
}

extension CellArray {
  fileprivate var hasErrorsWithoutOrigin: Bool {
    if let boxed { return boxed.others.contains(where: \.hasErrorsWithoutOrigin) }
    return elements.contains(where: \.hasErrorsWithoutOrigin)
  }

  fileprivate func beginning(in origin: String) -> CellArray {
    if let boxed {
      let others = boxed.others.map { $0.beginning(in: origin) }
      return CellArray(rows: rows, columns: columns, BoxedElements(boxed.boxes, others: others))
    }
    // The same error comes many times.
    var last: (former: CellError, error: CellError)?
    return map { element in
      guard case .error(let error) = element else { return element.beginning(in: origin) }
      if let last, last.former.detail === error.detail { return .error(last.error) }
      let made = error.beginning(in: origin)
      last = (error, made)
      return .error(made)
    }
  }
}
