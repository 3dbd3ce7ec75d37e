import ArgumentParser

/// The formats of `sheaf explore`.
enum ExplorationFormat: String, CaseIterable, ExpressibleByArgument, WrittenFormat {
  case human, json

  var endings: [String] { self == .json ? ["json"] : [] }
}
