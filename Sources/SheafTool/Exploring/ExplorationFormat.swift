import ArgumentParser

/// The formats of `sheaf explore`.
enum ExplorationFormat: String, CaseIterable, ExpressibleByArgument {
  case human, json
}
