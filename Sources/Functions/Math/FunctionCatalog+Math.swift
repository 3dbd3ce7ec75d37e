extension FunctionCatalog {
  static var mathFamilies: [any FunctionFamily.Type] { [] }
}
