import CellModel

/// The colours that number formats name, as OpenDocument writes them.
enum OpenDocumentColour: String, CaseIterable {
  case black = "#000000"
  case blue = "#0000ff"
  case cyan = "#00ffff"
  case green = "#00ff00"
  case magenta = "#ff00ff"
  case red = "#ff0000"
  case white = "#ffffff"
  case yellow = "#ffff00"

  /// `nil` for one of a palette.
  init?(_ colour: NumberFormat.Colour) {
    switch colour {
    case .black: self = .black
    case .blue: self = .blue
    case .cyan: self = .cyan
    case .green: self = .green
    case .magenta: self = .magenta
    case .red: self = .red
    case .white: self = .white
    case .yellow: self = .yellow
    case .indexed: return nil
    }
  }

  /// As a format names it: `[Red]`.
  var notation: String { "[\(String(describing: self).prefix(1).uppercased() + String(describing: self).dropFirst())]" }
}
