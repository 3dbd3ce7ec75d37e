/// The characters that XML allows, and those of names.
enum XMLCharacter {
  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
  }

  /// Whether a name may have a character, or begin with it.
  static func isNamePart(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    case "0"..."9", "-", ".": !first
    default: scalar.value >= 0xB7 && scalar.value != 0xD7 && scalar.value != 0xF7
    }
  }

  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE) || isBlank(scalar)
  }
}
