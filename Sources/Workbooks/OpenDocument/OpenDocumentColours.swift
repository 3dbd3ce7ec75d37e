import CellModel

/// The colours that number formats name, as OpenDocument writes them.
enum OpenDocumentColours {
  static let codes: [NumberFormat.Colour: String] = [
    .black: "#000000", .blue: "#0000ff", .cyan: "#00ffff", .green: "#00ff00", .magenta: "#ff00ff", .red: "#ff0000",
    .white: "#ffffff", .yellow: "#ffff00",
  ]

  /// The colour of a code as a format names it, `[Red]`; `nil` for one without a name.
  static func notation(ofCode code: String) -> String? {
    NumberFormat.Colour.named.first { codes[$0.colour] == code.lowercased() }.map { "[\($0.name)]" }
  }
}
