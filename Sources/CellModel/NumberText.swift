/// Numbers written as text.
public enum NumberText {
  /// The text of a number in General format with up to 15 significant digits, as `&` and TEXT functions see it.
  public static func general(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }
}
