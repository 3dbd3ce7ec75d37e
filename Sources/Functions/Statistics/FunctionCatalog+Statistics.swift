extension FunctionCatalog {
  static let statisticsFamilies: [any FunctionFamily.Type] = []
}
