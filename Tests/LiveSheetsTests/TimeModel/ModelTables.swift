/// The tables of a model, and what clauses will make of them at the end of a micro-step.
final class ModelTables {
  final class Row {
    static let columns = ["ca", "cb", "cc"]
    private var given: [String: Int?]

    init(_ first: Int?, _ second: Int?) { given = ["ca": first, "cb": second] }

    /// What was given to `ca` or `cb`, or `cc`, which is computed.
    subscript(column: String) -> Int? {
      get { column == "cc" ? (self["ca"] ?? 0) + 2 * (self["cb"] ?? 0) : given[column].flatMap { $0 } }
      set { given[column] = .some(newValue) }
    }

    var cells: [(column: String, value: Int?)] { Self.columns.map { ($0, self[$0]) } }
  }

  private enum Change {
    case insert(Row, isFirst: Bool)
    case delete(Row)
    case set(Row, String, Int?)
  }

  var rows: [String: [Row]] = [:]
  private var changes: [String: [Change]] = [:]
  /// What had been planned before the present payload.
  private var earlier: [String: [Change]] = [:]

  init(_ form: ModelForm) {
    for case .table(let table) in form.definitions { rows[table.name] = table.rows.map { Row($0.0, $0.1) } }
  }

  /// What `ROWS(t)` and `SUM(t[column])` are; `nil` for other names.
  func value(of name: String) throws -> Int? {
    let parts = name.split(whereSeparator: { "()[]".contains($0) }).map(String.init)
    guard parts.count > 1, let rows = rows[parts[1]] else { return nil }
    return parts[0] == "ROWS" ? rows.count : rows.reduce(0) { $0 + ($1[parts[2]] ?? 0) }
  }

  // MARK: From outside

  func insert(_ row: Row, isFirst: Bool, in table: String) {
    if isFirst { rows[table]?.insert(row, at: 0) } else { rows[table]?.append(row) }
  }

  func delete(row: Int, of table: String) { rows[table]?.remove(at: row - 1) }

  // MARK: Clauses

  /// The clauses of a payload see what those of the payloads before it have set in the column that they set.
  func beginPayload() { earlier = changes }

  func plan(_ effect: ModelForm.Table.Clause.Effect, in table: String, _ names: ModelFormula.Names) throws {
    if case .insert(let isFirst, let first, let second) = effect {
      let row = Row(try first.value(names), try second.value(names))
      changes[table, default: []].append(.insert(row, isFirst: isFirst))
      return
    }
    for row in rows[table] ?? [] {
      /// Names in the row, whose columns come first.
      func own(_ name: String) throws -> Int? {
        if case .update(name, _, _) = effect, let value = earlierValue(of: row, name, in: table) { return value }
        return try Row.columns.contains(name) ? row[name] : names(name)
      }
      switch effect {
      case .insert: break
      case .delete(let condition):
        if try condition.holds(own) { changes[table, default: []].append(.delete(row)) }
      case .update(let column, let value, let condition):
        guard try condition?.holds(own) ?? true else { continue }
        changes[table, default: []].append(.set(row, column, try value.value(own)))
      }
    }
  }

  /// What the clauses have planned takes effect.
  func settle() {
    for (table, changes) in changes {
      for change in changes {
        switch change {
        case .insert(let row, let isFirst): insert(row, isFirst: isFirst, in: table)
        case .delete(let row): rows[table]?.removeAll { $0 === row }
        case .set(let row, let column, let value): row[column] = value
        }
      }
    }
    changes = [:]
  }

  private func earlierValue(of row: Row, _ column: String, in table: String) -> Int?? {
    for case .set(let other, column, let value) in (earlier[table] ?? []).reversed() where other === row {
      return .some(value)
    }
    return nil
  }
}
