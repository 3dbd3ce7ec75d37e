extension FunctionCatalog {
  static var logicFamilies: [any FunctionFamily.Type] {
    [Conditions.self, LogicalConnectives.self, ValueKinds.self, CellFacts.self]
  }
}
