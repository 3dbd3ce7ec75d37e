/// A text with the wildcards `*` and `?`, matched as a whole and without regard to case; `~` takes a wildcard literally.
struct TextPattern {
  private enum Piece: Equatable {
    case any
    case one
    case letter(Character)
  }

  private var pieces: [Piece] = []

  init(_ text: String) {
    var isLiteral = false
    for character in text.lowercased() {
      if isLiteral {
        if character != "*", character != "?", character != "~" { pieces.append(.letter("~")) }
        pieces.append(.letter(character))
        isLiteral = false
        continue
      }
      switch character {
      case "~": isLiteral = true
      case "*": if pieces.last != .any { pieces.append(.any) }
      case "?": pieces.append(.one)
      default: pieces.append(.letter(character))
      }
    }
    if isLiteral { pieces.append(.letter("~")) }
  }

  /// Whether a text holds anything that is not matched as it stands.
  static func isNeeded(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "~") }
  }

  /// Whether the whole text matches. Only the last `*` is ever tried again, so the time is bounded by the product of
  /// the lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text.lowercased())
    var piece = 0
    var place = 0
    var star: (piece: Int, place: Int)?
    while place < text.count {
      if piece < pieces.count, pieces[piece] == .any {
        star = (piece, place)
        piece += 1
      } else if piece < pieces.count, pieces[piece] == .one || pieces[piece] == .letter(text[place]) {
        piece += 1
        place += 1
      } else if let held = star {
        star = (held.piece, held.place + 1)
        piece = held.piece + 1
        place = held.place + 1
      } else {
        return false
      }
    }
    while piece < pieces.count, pieces[piece] == .any { piece += 1 }
    return piece == pieces.count
  }
}
