extension FunctionCatalog {
  static var arrayFamilies: [any FunctionFamily.Type] { [] }
}
