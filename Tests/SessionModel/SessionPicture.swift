import CellModel
import LiveSheets
import SheetText

/// What is to be seen of a sheet: its text, and its values by their names.
package struct SessionPicture: Equatable {
  package var text: String
  package var values: [String: String]

  package init(_ sheet: LiveSheet) {
    text = sheet.document.text
    values = Self.values(of: sheet)
  }

  private static func values(of sheet: LiveSheet) -> [String: String] {
    var values: [String: String] = [:]
    for cell in sheet.cells where !cell.kind.comesWithTime {
      let value = sheet.value(of: cell)
      let format = cell.kind == .formula ? "" : cell.format ?? ""
      values[cell.name.lowercased()] = "\(sheet.literal(value)) \(format) \(cell.documentation ?? "")"
    }
    for table in sheet.tables {
      for row in 0..<table.rowCount {
        values["\(table.name)[\(row + 1)]"] = table.columns.indices.map {
          sheet.literal(sheet.value(at: CellAddress(grid: table.grid, row: row, column: $0)))
        }.joined(separator: " | ")
      }
    }
    // Grids, with what has spilled and what was filled.
    for name in ["A", "B", "C"] {
      for row in 1...6 {
        for grid in sheet.sheetNames {
          guard case .success(let cell) = sheet.cell("\(grid)!\(name)\(row)") else { continue }
          values["\(grid)!\(name)\(row)".lowercased()] = sheet.literal(sheet.value(of: cell))
        }
      }
    }
    return values
  }

  /// Whether a table holds an error value, which is a text when it is written in a row.
  package var hasErrorsInRows: Bool { values.contains { $0.key.hasSuffix("]") && $0.value.contains("#") } }

  /// The values that differ, in words.
  package func difference(from expected: SessionPicture) -> String? {
    let names = Set(values.keys).union(expected.values.keys).sorted()
    let wrong = names.filter {
      values[$0] != expected.values[$0] && !Self.areBlank(values[$0], expected.values[$0])
    }
    guard !wrong.isEmpty else { return nil }
    return wrong.map { "\($0) is \(values[$0] ?? "nowhere") and should be \(expected.values[$0] ?? "nowhere")" }
      .joined(separator: "\n")
  }

  private static func areBlank(_ a: String?, _ b: String?) -> Bool {
    [a, b].allSatisfy { $0 == nil || $0 == "blank" }
  }
}

extension LiveSheet {
  /// How the sheet differs from its text, loaded anew, but for values that no text can say.
  package func differenceFromText(_ load: (String) -> LiveSheet) -> String? {
    let anew = load(document.text)
    if anew.document.hasErrors { return "the text cannot be read:\n\(anew.document.text)" }
    if anew.document.text != document.text { return "the text is not what was read" }
    guard UnwrittenValue.all(in: self).isEmpty else { return nil }
    return SessionPicture(self).difference(from: SessionPicture(anew)).map { "\($0)\n\(anew.document.text)" }
  }
}

extension LiveSheet {
  /// Whether anything in the sheet can come of events.
  var hasHappenings: Bool { isInTime && cells.contains { $0.kind == .state } }
}

extension CellInfo.Kind {
  fileprivate var comesWithTime: Bool { self == .event || self == .part }
}
