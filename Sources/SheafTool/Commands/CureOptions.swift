import ArgumentParser

/// Whether `sheaf check` cures what it finds, and whether it writes the cured texts.
///
/// `--unsafe-fixes` and `--diff` ask for cures by themselves; `--diff` writes none of them.
struct CureOptions: ParsableArguments {
  @Flag(help: "Cures what has a safe cure, and reports the rest.")
  var fix = false

  @Flag(name: .customLong("unsafe-fixes"), help: "Cures as well what may be a wrong guess, such as the near name.")
  var unsafeFixes = false

  @Flag(
    name: [.long, .customShort("n"), .customLong("dry-run")],
    help: "Writes nothing and shows what --fix would change; the status is 1 if anything would.")
  var diff = false

  /// The cures that are asked for, if any are.
  var fixes: FindingFixes? {
    fix || unsafeFixes || diff ? FindingFixes(includesUnsafe: unsafeFixes) : nil
  }

  /// Refuses to cure what is no file, unless nothing is written.
  func validate(for paths: [String]) throws(CallFailure) {
    guard fixes != nil, !diff, paths.contains(FilePath.standardInput) else { return }
    throw CallFailure("--fix changes files, and - is none", help: "--diff shows what would change")
  }
}
