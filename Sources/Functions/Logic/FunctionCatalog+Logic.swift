extension FunctionCatalog {
  static var logicFamilies: [any FunctionFamily.Type] { [] }
}
