extension FunctionCatalog {
  static var dateFamilies: [any FunctionFamily.Type] { [] }
}
