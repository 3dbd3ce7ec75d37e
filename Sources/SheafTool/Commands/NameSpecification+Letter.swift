import ArgumentParser

extension NameSpecification {
  /// The names of an option that has a letter, which its value may follow directly, as in `-fjson`.
  static func letter(_ letter: Character) -> NameSpecification {
    [.customShort(letter, allowingJoined: true), .long]
  }
}
