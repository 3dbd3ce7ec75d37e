import CellModel
import LiveSheets
import ReactiveCore

/// Cells as properties.
extension Sheet {
  /// The value of a cell, a range or a table as a property: `C`, `B7`, `ledger[2].A`, `ledger[C]`.
  ///
  /// It changes when the value does, with everything that changes in the same instant, and completes when the sheet is
  /// released. A table and its columns are followed through rows that come and go, and `A1#` wherever the anchor spills. A
  /// path that names nothing gives a constant `#NAME?` and is told on ``refusals``; ``cell(_:)`` throws instead.
  public subscript(path: String) -> Property<CellValue> { output(path) { report(Refusal(.notFound($0), of: path)) } }

  /// The property of what a path names, or a constant error after the failure was told.
  private func output(_ path: String, whenMissing tell: (LookupFailure) -> Void) -> Property<CellValue> {
    host.read {
      switch live.cell(path) {
      case .success(let cell):
        let area = FollowedCells(of: live).key(of: cell, named: path)
        changes.follow(area, cellCount: cell.area.map { $0.rows * $0.columns } ?? 1)
        return host.output(area)
      case .failure(let failure):
        tell(failure)
        return Property(value: .error(.name(failure.message + ".")))
      }
    }
  }

  /// The value of a cell, a range or a table as a property.
  ///
  /// - Throws: ``SetError`` with the name that was probably meant, when the path names nothing.
  public func cell(_ path: String) throws(SetError) -> Property<CellValue> {
    try checkNames(path)
    return self[path]
  }

  /// The value of a cell as a property of a Swift type, which it has now.
  ///
  /// A value of another kind that comes later, an error for instance, is what ``CellRepresentable/init(standingFor:)`` says.
  ///
  /// - Throws: ``SetError`` when the path names nothing, or a cell whose value is an error or of another kind.
  public func cell<Value: CellRepresentable>(_ path: String, as type: Value.Type) throws(SetError) -> Property<Value> {
    try cell(path).asValues(of: type, named: path)
  }

  func checkNames(_ path: String) throws(SetError) {
    if case .failure(let failure) = host.read({ live.cell(path) }) {
      throw SetError(Refusal(.notFound(failure), of: path))
    }
  }

  /// An input or a constant as a property that can be set and bound; it lives as long as the sheet.
  ///
  /// What the cell does not accept leaves the value as it was and is sent on ``refusals``; so is any value for a formula
  /// and for a path that names nothing. ``set(_:to:)`` throws instead.
  public func input(_ path: String) -> MutableProperty<CellValue> {
    host.read {
      guard case .success(let cell) = live.cell(path), cell.isSettable, cell.area == nil else {
        // It is told when a value is set.
        return output(path, whenMissing: { _ in }).view {
          $0
        } set: { [live, weak self] value in
          do throws(Refusal) { _ = try live.accepted(value, for: path) } catch { self?.report(error) }
        }
      }
      let key = Area(cell.address)
      return inputs.property(of: key) {
        changes.follow(key)
        return host.input(key) { [live, weak self] value in
          do throws(Refusal) { return try live.accepted(value, for: path) } catch {
            self?.report(error)
            return nil
          }
        }
      }
    }
  }

  /// An input or a constant as a property of a Swift type that can be set and bound.
  ///
  /// Where the cell holds what is not of the type, its value is that of ``CellRepresentable/init(standingFor:)``.
  public func input<Value: CellRepresentable>(_ path: String, as type: Value.Type) -> MutableProperty<Value> {
    inputs.property(input(path), as: type)
  }

  /// Sends why a value that an ``input(_:)`` was given did not become its value, why a binding's value did not become an
  /// event of its ``target(_:)``, and which paths given to the subscript, ``event(_:)`` and ``action(_:)`` name none.
  public var refusals: Signal<SetError, Never> { refusalPipe.output }

  func report(_ refusal: Refusal) { report(SetError(refusal)) }

  func report(_ error: SetError) {
    host.afterwards { [refusalPipe] in refusalPipe.input.send(value: error) }
  }
}
