import CellModel

/// What an instance has looked at, so that only what changes is followed.
struct SeenValues {
  /// The values of watched cells when they were last looked at.
  var watched: [CellValue] = []
  /// What bindings last looked at, beside the form's bindings; fewer where some have not looked yet.
  var bound: [SeenBinding] = []
  /// What fetches have read, beside the form's fetches.
  var fetched: [[CellValue]] = []
}

/// What a binding last saw.
struct SeenBinding {
  /// What its expression gave; of one that binds both ways the value of the model.
  var value: CellValue
  /// The value of the input, of one that binds both ways; else what the expression gave.
  var target: CellValue

  /// Which side of a binding goes to the other.
  enum Side { case value, target }

  /// The side that has changed since; `nil` where none has.
  ///
  /// The right one, the value, wins at load and when both have changed.
  static func changed(since seen: SeenBinding?, value: CellValue, target: CellValue) -> Side? {
    guard let seen, value.isIdentical(to: seen.value) else { return .value }
    return target.isIdentical(to: seen.target) ? nil : .target
  }
}
