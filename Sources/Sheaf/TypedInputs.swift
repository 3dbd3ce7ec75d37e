import CellModel
import ReactiveCore

/// The properties by which inputs are set as values of Swift types.
///
/// A binding ends with the property that it sets, so these live as long as their sheet or workbook.
final class TypedInputs: Sendable {
  private struct Key: Hashable {
    let input: ObjectIdentifier
    let type: ObjectIdentifier
  }

  private let properties = Atomic<[Key: any AnyObject & Sendable]>([:])

  /// An input in the form of a type; where it holds what is not of the type, its value is that of
  /// ``CellRepresentable/init(standingFor:)``.
  func property<Value: CellRepresentable>(
    _ input: MutableProperty<CellValue>, as type: Value.Type
  ) -> MutableProperty<Value> {
    let key = Key(input: ObjectIdentifier(input), type: ObjectIdentifier(type))
    if let present = properties.value[key] as? MutableProperty<Value> { return present }
    let property = input.view {
      Value(standingFor: $0)
    } set: {
      input.value = $0.cellValue
    }
    properties.modify { $0[key] = property }
    return property
  }
}
