extension FunctionCatalog {
  static var financeFamilies: [any FunctionFamily.Type] { [] }
}
