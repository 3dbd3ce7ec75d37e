extension FunctionCatalog {
  static var lookupFamilies: [any FunctionFamily.Type] { [] }
}
