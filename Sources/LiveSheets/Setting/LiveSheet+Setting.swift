import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Changing inputs and constants from outside.
extension LiveSheet {
  /// Several changes that take effect together.
  ///
  /// Each value is looked at when it is given; a condition that reads other cells is judged when all are, because these
  /// may be set, too.
  package struct Transaction {
    fileprivate let sheet: LiveSheet
    private var changes: [TakenValue] = []

    fileprivate init(sheet: LiveSheet) { self.sheet = sheet }

    /// What cells are set to, if the conditions of all of them hold.
    fileprivate func accepted() throws(Refusal) -> [(CellAddress, CellValue)] {
      if let refused = sheet.acceptance.refused(changes) { throw refused.why }
      return changes.map { ($0.cell.address, $0.value) }
    }

    /// Sets an input or constant; what is refused leaves the whole transaction without effect.
    package mutating func set(_ path: String, to value: CellValue) throws(Refusal) {
      try set(sheet.settableCell(path), to: value)
    }

    /// Sets an input or constant from a text as it is typed.
    package mutating func set(_ path: String, toTyped text: String) throws(Refusal) {
      try set(sheet.settableCell(path), toTyped: text)
    }

    package mutating func set(_ cell: SettableCell, to value: CellValue) throws(Refusal) {
      changes.append(try sheet.acceptance.taken(cell, value))
    }

    package mutating func set(_ cell: SettableCell, toTyped text: String) throws(Refusal) {
      try set(cell, to: sheet.acceptance.typed(text, for: cell.address))
    }

    /// Sets an input or constant from a field in quotation marks.
    package mutating func set(_ cell: SettableCell, toQuoted text: String) throws(Refusal) {
      try set(cell, to: sheet.acceptance.quoted(text, for: cell))
    }
  }

  package func set(_ path: String, to value: CellValue) throws(Refusal) {
    try transaction { (change) throws(Refusal) in try change.set(path, to: value) }
  }

  package func set(_ path: String, toTyped text: String) throws(Refusal) {
    try transaction { (change) throws(Refusal) in try change.set(path, toTyped: text) }
  }

  /// The values that cells take when they are set to what the body gives them; nothing is changed.
  package func accepted(
    _ body: (inout Transaction) throws(Refusal) -> Void
  ) throws(Refusal) -> [CellValue] {
    var change = Transaction(sheet: self)
    try body(&change)
    return try change.accepted().map(\.1)
  }

  /// Makes several changes in one instant, all of them or none.
  package func transaction<Result>(_ body: (inout Transaction) throws(Refusal) -> Result) throws(Refusal) -> Result {
    var change = Transaction(sheet: self)
    let result = try body(&change)
    setAccepted(try change.accepted())
    return result
  }

  /// The value that a cell takes when it is set to one, in the spelling of its declaration.
  package func accepted(_ value: CellValue, for path: String) throws(Refusal) -> CellValue {
    try acceptance.accepted(settableCell(path), value)
  }

  /// The cell of a path, if the outside may set it.
  ///
  /// It is found once for many sets, as long as no row of a table comes or goes.
  package func settableCell(_ path: String) throws(Refusal) -> SettableCell {
    // Of an input that is called by its name nothing more has to be known.
    if let address = lookup.input(named: path) { return SettableCell(address: address, path: path) }
    let info: CellInfo
    switch cell(path) {
    case .success(let found): info = found
    case .failure(let failure): throw Refusal(.notFound(failure), of: path)
    }
    if info.kind == .event, let trigger = try? triggers.trigger(at: path),
      let obstacle = trigger.obstacleToSetting
    {
      throw Refusal(obstacle, of: info.name)
    }
    try acceptance.checkSettable(info)
    return SettableCell(address: info.address, path: path)
  }

  /// Sets cells to values that were accepted, in one instant.
  package func setAccepted(_ sets: [(CellAddress, CellValue)]) {
    self.change { for (address, value) in sets { engine.setConstant(value, at: address) } }
  }

  /// What a text that is typed for a cell is in a sheet, as it was typed where that says the same.
  ///
  /// - Throws: Why the cell does not take it.
  package func literal(typed text: String, for path: String) throws(Refusal) -> String {
    let cell = try settableCell(path)
    let value = try acceptance.accepted(cell, acceptance.typed(text, for: cell.address))
    return WrittenLiteral.formula(value, typed: text) ?? literal(value)
  }
}

/// A cell that the outside may set, by the path that named it.
package struct SettableCell: Sendable {
  let address: CellAddress
  package let path: String
}

/// What a cell is about to be set to, after it was looked at by itself.
struct TakenValue {
  let cell: SettableCell
  let value: CellValue
  /// Whether other cells have a say in what the input accepts, which is judged when all is known that is set.
  let waits: Bool
}
