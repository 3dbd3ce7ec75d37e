/// Why another text takes the place of the one that a sheet runs.
struct TextReplacement {
  /// What the texts differ in though they say the same; `nil` where they say something else.
  var rewriting: TextRewriting?
  /// Whether the text was there before, so that what it says of an input is nothing that was entered just now.
  var isReverting = false
  /// What was set by hand beside the text; `nil` where inputs are to be as the text has them.
  var handSet: HandSetValues? = HandSetValues()

  /// What was lost when the text that comes back went.
  var lost: LostState?

  /// The name that something has in the text to come.
  func later(_ name: String) -> String { rewriting?.later(name) ?? name }
}
