import SheetText

/// The text of a sheet while it is edited line by line.
///
/// To give a definition another formula, the whole text is read again. So formulas given at the prompt wait, and come
/// into the text when somebody asks for it. These rules hold:
///
/// - R1. A name waits once at most, with its latest formula.
/// - R2. ``revision`` grows with each edit, so that of two texts of one history it tells whether they are the same.
struct EditedText {
  /// The text without what waits.
  private(set) var stored: SheetDocument
  private(set) var revision = 0
  private var waiting: [(name: String, formula: String)] = []

  init(_ document: SheetDocument) { stored = document }

  /// The text with everything that was given.
  mutating func document() -> SheetDocument {
    for (name, formula) in waiting {
      if let edited = try? stored.setting(name, to: formula) { stored = edited }
    }
    waiting = []
    return stored
  }

  /// Gives a name another formula.
  mutating func set(_ name: String, to formula: String) {
    revision += 1
    waiting.removeAll { $0.name.lowercased() == name.lowercased() }
    waiting.append((name, formula))
  }

  /// Puts a whole statement in the place of that of the same name, or adds it with its documentation.
  mutating func define(_ name: String, statement: String, documented: String) {
    revision += 1
    let document = document()
    stored =
      document.definition(written: name).map { document.replacing(statement: $0, with: statement) }
      ?? document.adding(documented)
  }

  /// Takes another text altogether.
  mutating func replace(with document: SheetDocument) {
    revision += 1
    stored = document
    waiting = []
  }
}
