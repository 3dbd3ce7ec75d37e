extension Int {
  /// The number with what it counts: `1 row`, `2 rows`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
