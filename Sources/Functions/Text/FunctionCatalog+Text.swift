extension FunctionCatalog {
  static var textFamilies: [any FunctionFamily.Type] { [] }
}
