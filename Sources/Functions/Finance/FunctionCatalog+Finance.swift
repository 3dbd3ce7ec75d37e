extension FunctionCatalog {
  static let financeFamilies: [any FunctionFamily.Type] = []
}
