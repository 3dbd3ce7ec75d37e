/// How a text is pronounced, as somebody has typed it with a Japanese text.
public struct PhoneticText: Sendable, Hashable {
  /// The signs in which it is shown.
  public enum Script: Sendable, Hashable { case katakana, narrowKatakana, hiragana, asTyped }

  /// What is pronounced like this.
  public let written: String
  /// The text in which what has a pronunciation is replaced by it.
  public let spoken: String
  public let script: Script

  package init(of written: String, _ spoken: String, in script: Script) {
    self.written = written
    self.spoken = spoken
    self.script = script
  }
}
