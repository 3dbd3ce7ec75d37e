/// What a call asks of its prompt.
struct PromptOptions {
  /// Whether what comes from a pipe is read no further than to the first entry that fails.
  var endsAtFailure = false
  /// Whether what is typed on a terminal is kept for the next time.
  var keepsHistory = true
  /// Whether texts in delimited files are written so that no program takes them for formulas.
  var guardsFormulas = false
}
