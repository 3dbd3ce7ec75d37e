import CellModel
import Observation
import ReactiveCore

/// A cell of a sheet as SwiftUI and other users of Observation see it.
///
/// ```swift
/// struct Quantity: View {
///   @State var quantity: ObservedCell<Double>        // sheet.observed("quantity", as: Double.self)
///   var body: some View {
///     TextField("quantity", value: $quantity.value, format: .number)
///     if let refusal = quantity.refusal { Text(refusal.message).foregroundStyle(.red) }
///   }
/// }
/// ```
///
/// It belongs to the main thread: a change that another thread makes arrives there, settled. Setting the value sets the
/// cell; when the cell does not accept it, the value stays and ``refusal`` says why until a value is accepted.
@MainActor
public final class ObservedCell<Value>: Observable {
  private let registrar = ObservationRegistrar()
  private let toCell: (Value) -> CellValue
  private let setCell: (CellValue) throws(SetError) -> Void
  private let property: Property<Value>
  private var present: Value
  private var lastRefusal: SetError?
  private let ending = SerialDisposable()

  init(
    _ property: Property<Value>, asCell toCell: @escaping (Value) -> CellValue,
    set: @escaping (CellValue) throws(SetError) -> Void
  ) {
    (self.property, self.toCell, setCell) = (property, toCell, set)
    present = property.value
    ending.inner = property.signal.observe(on: UIScheduler()).observeValues { [weak self] value in
      MainActor.assumeIsolated { self?.follow(value) }
    }
  }

  deinit { ending.dispose() }

  /// The value of the cell.
  public var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return present
    }
    set {
      do throws(SetError) {
        try setCell(toCell(newValue))
        refusal = nil
      } catch { refusal = error }
      follow(property.value)
    }
  }

  /// Why the cell did not accept the last value that it was given; `nil` when it did.
  public private(set) var refusal: SetError? {
    get {
      registrar.access(self, keyPath: \.refusal)
      return lastRefusal
    }
    set { registrar.withMutation(of: self, keyPath: \.refusal) { lastRefusal = newValue } }
  }

  private func follow(_ value: Value) {
    registrar.withMutation(of: self, keyPath: \.value) { present = value }
  }
}

extension Sheet {
  /// A cell for SwiftUI, which follows it and can set it where it is an input or a constant.
  ///
  /// - Throws: ``SetError`` when the path names nothing.
  @MainActor
  public func observed(_ path: String) throws(SetError) -> ObservedCell<CellValue> {
    try checkNames(path)
    return ObservedCell(self[path], asCell: { $0 }, set: setter(of: path))
  }

  /// A cell for SwiftUI as a Swift type.
  ///
  /// - Throws: ``SetError`` when the path names nothing.
  @MainActor
  public func observed<Value: CellRepresentable>(
    _ path: String, as type: Value.Type
  ) throws(SetError) -> ObservedCell<Value> {
    try checkNames(path)
    return ObservedCell(self[path].map { Value(standingFor: $0) }, asCell: { $0.cellValue }, set: setter(of: path))
  }

  private func setter(of path: String) -> (CellValue) throws(SetError) -> Void {
    { [weak self] (value) throws(SetError) in
      guard let self else { throw SetError(path, "the sheet of \(path) has been released") }
      try set(path, to: value)
    }
  }
}
