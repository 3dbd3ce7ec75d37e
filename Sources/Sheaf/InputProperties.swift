import CellModel
import ReactiveCore

/// The properties by which inputs are set, as values of cells and of Swift types.
///
/// There is one for each input, and one more for each type. A binding ends with the property that it sets, so these live as
/// long as their sheet or workbook.
final class InputProperties: Sendable {
  private struct Key: Hashable {
    let input: ObjectIdentifier
    let type: ObjectIdentifier
  }

  private let properties = Atomic<[Area: MutableProperty<CellValue>]>([:])
  private let typed = Atomic<[Key: any AnyObject & Sendable]>([:])

  /// The property that sets a cell; it is made when it is first asked for.
  func property(
    of cell: Area, _ make: () -> MutableProperty<CellValue>
  ) -> MutableProperty<CellValue> {
    if let present = properties.value[cell] { return present }
    let property = make()
    properties.modify { $0[cell] = property }
    return property
  }

  /// An input in the form of a type; where it holds what is not of the type, its value is that of
  /// ``CellRepresentable/init(standingFor:)``.
  func property<Value: CellRepresentable>(
    _ input: MutableProperty<CellValue>, as type: Value.Type
  ) -> MutableProperty<Value> {
    let key = Key(input: ObjectIdentifier(input), type: ObjectIdentifier(type))
    if let present = typed.value[key] as? MutableProperty<Value> { return present }
    let property = input.view {
      Value(standingFor: $0)
    } set: {
      input.value = $0.cellValue
    }
    typed.modify { $0[key] = property }
    return property
  }
}
