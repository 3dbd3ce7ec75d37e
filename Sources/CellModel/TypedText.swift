/// Text read as a spreadsheet reads typing.
public enum TypedText {
  /// The number a text stands for where a number is wanted, as VALUE reads it; `nil` when it is none.
  public static func number(_ text: String) -> Double? {
    Double(text)
  }
}
