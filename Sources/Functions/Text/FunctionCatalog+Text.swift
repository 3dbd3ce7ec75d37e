extension FunctionCatalog {
  static let textFamilies: [any FunctionFamily.Type] = []
}
