import CellModel
import Markup

/// The errors that are younger than the format: the file has `#VALUE!` in their place and tells elsewhere what is meant.
///
/// A cell's `vm` counts from 1 the value metadata, each of which leads through the rich values to a number of an error.
package struct ExcelErrors {
  private var errors: [Int: CellError] = [:]

  init() {}

  /// The error that is meant by a cell's value metadata.
  subscript(metadata: Int) -> CellError? { errors[metadata] }

  /// The number that a rich value has for an error, one less than that of ERROR.TYPE; `nil` for an error that the format
  /// itself has, and for one that Excel does not know.
  static func number(of code: ErrorCode) -> Int? {
    switch code {
    case .null, .divisionByZero, .value, .reference, .name, .number, .notAvailable, .gettingData, .cycle: nil
    case .spill, .connect, .blocked, .unknown, .field, .calculation, .busy, .external, .python, .timeout:
      code.number - 1
    }
  }

  /// The error that a file has in place of one that is younger than the format, or that only sheets know.
  package static func stored(_ code: ErrorCode) -> ErrorCode {
    code == .cycle || number(of: code) != nil ? .value : code
  }

  /// Whether an error that is written may be read as another: as what the file has in its place, or as one of its number.
  package static func mayBeRead(_ written: ErrorCode, as read: ErrorCode) -> Bool {
    if let number = number(of: written), number == self.number(of: read) { return true }
    return read == stored(written)
  }

  init(
    metadata part: String, richValues: String?, structures: String?, _ package: ExcelPackage
  ) throws(WorkbookFault) {
    guard let richValues else { return }
    let places = try structures.map { (part) throws(WorkbookFault) in try Self.placesOfType(part, package) } ?? []
    let numbers = try Self.numbers(richValues, places, package)
    /// The rich value of each future record, and the record of each value metadata.
    var richValueOfRecord: [Int] = []
    var records: [Int] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      var isInValues = false
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("cellMetadata") { isInValues = false }
        if scanner.isNamed("valueMetadata") { isInValues = true }
        if scanner.isNamed("rvb") { richValueOfRecord.append(scanner.integer("i") ?? -1) }
        if scanner.isNamed("rc"), isInValues { records.append(scanner.integer("v") ?? -1) }
      }
    }
    for (place, record) in records.enumerated() {
      guard richValueOfRecord.indices.contains(record), numbers.indices.contains(richValueOfRecord[record]) else {
        continue
      }
      let number = numbers[richValueOfRecord[record]]
      errors[place + 1] = ErrorCode.allCases.first { Self.number(of: $0) == number }.map { CellError($0) }
    }
  }

  /// Where each structure of rich values tells the number of an error, in its order of keys.
  private static func placesOfType(_ part: String, _ package: ExcelPackage) throws(WorkbookFault) -> [Int] {
    var places: [Int] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      var key = 0
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("s") {
          places.append(0)
          key = 0
        } else if scanner.isNamed("k"), !places.isEmpty {
          if try scanner.string("n") == "errorType" { places[places.count - 1] = key }
          key += 1
        }
      }
    }
    return places
  }

  /// The number of the error that each rich value is.
  private static func numbers(
    _ part: String, _ places: [Int], _ package: ExcelPackage
  ) throws(WorkbookFault) -> [Int] {
    var numbers: [Int] = []
    try package.scan(part) { (scanner) throws(XMLFault) in
      var left = -1
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("rv") {
          numbers.append(-1)
          let structure = scanner.integer("s") ?? 0
          left = places.indices.contains(structure) ? places[structure] : 0
        } else if scanner.isNamed("v"), !numbers.isEmpty {
          if left == 0 { numbers[numbers.count - 1] = Int(try scanner.elementText()) ?? -1 }
          left -= 1
        }
      }
    }
    return numbers
  }
}
