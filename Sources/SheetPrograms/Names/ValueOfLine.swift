/// What the `sheet` line above a statement stands for: most statements are under that of the one before, so that it is
/// sought once for them all.
package struct ValueOfLine<Value> {
  @usableFromInline var last: (line: String?, unit: SheetUnit, value: Value)?

  @inlinable package init() {}

  /// - Parameters:
  ///   - line: The name on the line; `nil` before the first such line.
  ///   - find: Gives the value for a line that is not that of the last statement.
  @inlinable
  package mutating func value(of line: String?, in unit: SheetUnit, _ find: () -> Value) -> Value {
    if let last, last.line == line, last.unit === unit { return last.value }
    let value = find()
    last = (line, unit, value)
    return value
  }
}
