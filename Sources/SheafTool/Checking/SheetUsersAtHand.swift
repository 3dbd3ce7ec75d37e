/// What the sheets of folders read of each other, looked up anew every few seconds; for an editor, which asks with every key.
final class SheetUsersAtHand {
  private var users = SheetUsers()
  private var looked = ContinuousClock.now
  private static let lifetime = Duration.seconds(5)

  /// The keys of the names that sheets of the same folder read in a file.
  func names(readIn path: String) -> Set<String> {
    if ContinuousClock.now - looked > Self.lifetime {
      users = SheetUsers()
      looked = .now
    }
    return users.names(readIn: path)
  }
}
