extension FunctionCatalog {
  static let mathFamilies: [any FunctionFamily.Type] = []
}
