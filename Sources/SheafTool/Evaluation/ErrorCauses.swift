import CellModel
import Diagnostics
import LiveSheets
import SheetText

/// Error values by the cell they began in, so that a cause is told once, and once for all the cells of a block.
struct ErrorCauses {
  struct Cause {
    /// What has the error: a cell, or so many cells of a block.
    var subject: String
    var isSeveral = false
    /// Whether the cells of the block have the error for several reasons, of which one is told.
    var isMixed = false
    /// The cell it began in.
    var origin: String
    var error: CellError
    /// What has the error from elsewhere, with the number of its cells.
    var followers: [(name: String, count: Int)] = []

    var message: String {
      let message = "\(subject) \(isSeveral ? "are" : "is") \(error.code.text)"
      guard !error.message.isEmpty else { return message }
      return "\(message)\(isMixed ? ", first \(origin)" : ""): \(error.message)"
    }

    /// Which cells have the error from it; `nil` when none do.
    var note: String? {
      guard !followers.isEmpty else { return nil }
      let count = followers.lazy.map(\.count).reduce(0, +)
      let names = followers.prefix(5).map { $0.count == 1 ? $0.name : "\($0.count) of \($0.name)" }
      return (count == 1 ? "1 cell waits" : "\(count) cells wait") + " for it: "
        + names.joined(separator: ", ") + (followers.count > 5 ? ", …" : "")
    }
  }

  private(set) var causes: [Cause] = []
  /// The causes by code and cell.
  private var index: [String: Int] = [:]

  init(_ readings: [Reading]) {
    var erring: [(reading: Reading, errors: [Found])] = []
    for index in readings.indices {
      let errors = readings[index].errors
      if !errors.isEmpty { erring.append((readings[index], errors)) }
    }
    for (reading, errors) in erring { addOwn(errors.filter(Self.isOwn), of: reading) }
    for (reading, errors) in erring { addFollowing(errors.filter { !Self.isOwn($0) }, of: reading) }
  }

  private typealias Found = (cell: String, column: Int, error: CellError)

  private static func isOwn(_ found: Found) -> Bool {
    found.error.origin.isEmpty || found.error.origin.lowercased() == found.cell.lowercased()
  }

  private static func key(_ code: ErrorCode, _ cell: String) -> String { "\(code.text) \(cell.lowercased())" }

  /// Adds errors that began where they were found.
  private mutating func addOwn(_ errors: [Found], of reading: Reading) {
    var places: [ErrorCode: Int] = [:]
    var counts: [Int: (count: Int, columns: Set<Int>)] = [:]
    for found in errors {
      if index[Self.key(found.error.code, found.cell)] != nil, reading.shape != .array { continue }
      let place = places[found.error.code] ?? causes.count
      if place == causes.count {
        places[found.error.code] = place
        causes.append(Cause(subject: found.cell, origin: found.cell, error: found.error))
      }
      index[Self.key(found.error.code, found.cell)] = place
      if reading.isArea, found.error.message != causes[place].error.message { causes[place].isMixed = true }
      counts[place, default: (0, [])].count += 1
      counts[place]?.columns.insert(found.column)
    }
    for (place, found) in counts where found.count > 1 {
      let name = found.columns.count == 1 ? reading.name(ofColumn: found.columns.first ?? 0) : reading.name
      causes[place].subject = "\(found.count) \(reading.isArea ? "cells" : "values") of \(name)"
      causes[place].isSeveral = true
    }
  }

  /// Adds errors that began in another cell.
  private mutating func addFollowing(_ errors: [Found], of reading: Reading) {
    var counts: [Int: Int] = [:]
    var first: [Int: String] = [:]
    var order: [Int] = []
    for found in errors {
      let key = Self.key(found.error.code, found.error.origin)
      let place = index[key] ?? causes.count
      if place == causes.count {
        index[key] = place
        causes.append(Cause(subject: found.error.origin, origin: found.error.origin, error: found.error))
      }
      if counts[place] == nil {
        order.append(place)
        first[place] = found.cell
      }
      // An array in a cell is one cell, however many of its values are errors.
      counts[place] = reading.isArea ? counts[place, default: 0] + 1 : 1
    }
    for place in order {
      let count = counts[place] ?? 0
      // It is one cell of an area that waits, and not the area.
      causes[place].followers.append(
        (count == 1 && reading.isArea ? first[place] ?? reading.name : reading.name, count))
    }
  }
}

extension Console {
  /// Says for each cause which cell it began in, why, and which cells wait for it.
  func show(_ causes: ErrorCauses) {
    let paint = errorPaint
    for cause in causes.causes.prefix(20) {
      errors.line("\(paint.error("error:")) \(PlainText.message(cause.message))")
      if let note = cause.note { errors.line("  = note: \(PlainText.message(note))") }
    }
    if causes.causes.count > 20 { errors.line("… and \(causes.causes.count - 20) more errors") }
  }
}

extension ErrorCauses {
  /// Those that have nothing to do with what is wrong with the text of a sheet.
  ///
  /// They can be told apart where only formulas of cells are wrong: such a cell is known, and whoever reads it has its
  /// error. A table or an input that cannot be read makes values of all kinds.
  func besideErrors(of sheet: LiveSheet) -> ErrorCauses {
    var beside = self
    beside.causes = []
    let document = sheet.document
    func statement(at place: SourceSpan?) -> Int? { place.flatMap { document.statementIndex(at: $0.lower) } }
    var wrong: Set<Int> = []
    for finding in sheet.diagnostics where finding.severity == .error {
      guard let index = statement(at: finding.labels.first?.span), case .cell = document.statements[index].kind else {
        return beside
      }
      wrong.insert(index)
    }
    beside.causes = causes.filter { cause in
      guard cause.error.code != .name, cause.error.code != .cycle else { return false }
      let place = (try? sheet.cell(cause.origin).get())?.definitionSpan
      return statement(at: place).map { !wrong.contains($0) } ?? false
    }
    return beside
  }
}
