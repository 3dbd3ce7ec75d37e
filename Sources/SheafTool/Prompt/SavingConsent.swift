/// What a prompt asks before it writes over what it does not know, or lets go what no file has.
///
/// Only somebody at a terminal is asked. Elsewhere a file that another program has changed is written over only when the
/// entry says so, with `!`.
struct SavingConsent {
  let console: Console
  let input: PromptInput

  enum Answer {
    case no
    /// The file may be written, as long as it has in it what it has now; `nil` where that does not matter.
    case yes(replacing: FileVersion?)
  }

  /// Whether a file may be written.
  ///
  /// - Parameters:
  ///   - own: The file that the prompt has read or written, and what was in it then.
  ///   - deed: What was done with it then: read, saved.
  ///   - other: Another file, as an example.
  func toWrite(
    _ target: String, own: (path: String, version: FileVersion)?, since deed: String, other: String, isForced: Bool
  ) throws(CallFailure) -> Answer {
    if isForced { return .yes(replacing: nil) }
    guard let own, own.path == target || FilePath.resolved(own.path) == FilePath.resolved(target) else {
      let mayWrite =
        !console.isInteractive || FileSystem.kind(target) != .file
        || input.confirms("there is a file named \(target); write over it?")
      return mayWrite ? .yes(replacing: nil) : .no
    }
    let present = try FileVersion(ofFileAt: target)
    guard present.isForeign(to: own.version) else { return .yes(replacing: present) }
    let words = "\(target) has been changed by another program since it was \(deed)"
    guard console.isInteractive else {
      throw CallFailure(words, help: ":save! \(target) writes over it; :save \(other) keeps both")
    }
    return input.confirms("\(words); write over it?") ? .yes(replacing: present) : .no
  }

  /// Whether changes that no file has may be lost by what is done next.
  func toLose(changesOf name: String, by deed: String) -> Bool {
    !console.isInteractive || input.confirms("\(name) has changes that are not saved; \(deed) without saving them?")
  }
}
