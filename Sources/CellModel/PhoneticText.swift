/// How a text is pronounced, as somebody has typed it with a Japanese text.
public struct PhoneticText: Sendable, Hashable {
  /// The signs in which it is shown.
  public enum Script: Sendable, Hashable { case katakana, narrowKatakana, hiragana, asTyped }

  /// The text in which what has a pronunciation is replaced by it.
  public let text: String
  public let script: Script

  package init(_ text: String, in script: Script) {
    self.text = text
    self.script = script
  }
}
