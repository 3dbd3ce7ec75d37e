extension FunctionCatalog {
  static let logicFamilies: [any FunctionFamily.Type] = []
}
