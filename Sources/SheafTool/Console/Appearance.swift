/// How texts look: with colour or without, and in which characters.
///
/// What the call asks for goes first, then what the environment says, then what files of settings prefer, and then what the
/// terminal is.
struct Appearance {
  /// What the call asks for.
  var color = ColorChoice.auto
  /// What files of settings prefer, where the environment says nothing.
  var preferredColor = ColorChoice.auto
  /// Whether nothing but ASCII is written, whatever the locale has and wherever the text goes.
  var isASCII = false

  func isColored(onTerminal isTerminal: Bool, _ surroundings: Surroundings) -> Bool {
    if color != .auto { return color == .always }
    if let wanted = surroundings.wantsColor { return wanted }
    if preferredColor != .auto { return preferredColor == .always }
    return isTerminal && !surroundings.hasDumbTerminal
  }

  func isUnicode(in surroundings: Surroundings) -> Bool { !isASCII && surroundings.hasUnicode }
}
