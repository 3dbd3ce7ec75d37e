extension FunctionCatalog {
  static let arrayFamilies: [any FunctionFamily.Type] = []
}
