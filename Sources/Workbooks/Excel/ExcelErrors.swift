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

  init(metadata part: String, richValues: String?, _ package: ExcelPackage) throws(WorkbookFault) {
    guard let richValues else { return }
    /// The first value of each rich value.
    var numbers: [Int] = []
    try package.scan(richValues) { (scanner) throws(XMLFault) in
      var isFirst = false
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("rv") {
          numbers.append(-1)
          isFirst = true
        } else if scanner.isNamed("v"), isFirst {
          isFirst = false
          numbers[numbers.count - 1] = Int(try scanner.elementText()) ?? -1
        }
      }
    }
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
      switch numbers[richValueOfRecord[record]] {
      case 8: errors[place + 1] = CellError(.spill)
      case 13: errors[place + 1] = .calculation
      default: break
      }
    }
  }
}
