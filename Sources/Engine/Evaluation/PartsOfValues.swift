import CellModel
import Functions

extension CellValue {
  /// A field of a record, or of each record of an array; one of blank is blank.
  func field(_ name: String) -> CellValue {
    switch self {
    case .record(let record): record[name] ?? .error(.reference("The record has no field \(name)."))
    case .array(let array): .array(array.map { $0.field(name) })
    case .blank, .error: self
    default: .error(.reference(Self.reasonForNoField(name)))
    }
  }

  /// The field that people ask of what is no record is mostly the stream of its changes.
  private static func reasonForNoField(_ name: String) -> String {
    name.lowercased() == "changed"
      ? "The changes of a cell are a stream, which has no value; event e = x.changed names the latest."
      : "Only a record has fields such as \(name)."
  }
}

extension Operand {
  /// The row of a table or an array by its number, counted from 1.
  func row(_ row: CellValue) -> Operand {
    do throws(CellError) {
      if let rows = row.array, rows.count > 1 {
        throw .value("The number of a row is one number; INDEX takes several.")
      }
      let number = try row.asNumber()
      switch self {
      case .reference(let reference):
        var area = reference.first
        guard number >= 1, number < Double(area.rows + 1) else {
          throw .noRow(NumberText.general(number), of: max(area.rows, 0))
        }
        area.top += Int32(number) - 1
        area.bottom = area.top
        return .reference(Reference(area))
      case .value(.array(let array)):
        guard number >= 1, number < Double(array.rows + 1) else { throw .reference("There is no such row.") }
        return CellArray(row: Array(array.row(Int(number) - 1))).operand
      case .value(.error(let error)): throw error
      default: throw .reference("Only a table or an array has rows.")
      }
    } catch { return .value(.error(error)) }
  }
}

extension CellError {
  /// A row that a table of some rows does not have.
  package static func noRow(_ number: String, of count: Int) -> CellError {
    .reference("There is no row \(number); there \(count == 1 ? "is 1" : "are \(count)").")
  }
}
