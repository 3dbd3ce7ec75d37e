extension FunctionCatalog {
  static let lookupFamilies: [any FunctionFamily.Type] = []
}
