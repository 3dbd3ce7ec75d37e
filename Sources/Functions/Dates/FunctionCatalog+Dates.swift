extension FunctionCatalog {
  static var dateFamilies: [any FunctionFamily.Type] {
    [DateMaking.self, DateParts.self, DateDifferences.self, WorkdayFunctions.self]
  }
}
