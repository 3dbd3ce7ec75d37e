extension FunctionCatalog {
  static let dateFamilies: [any FunctionFamily.Type] = []
}
