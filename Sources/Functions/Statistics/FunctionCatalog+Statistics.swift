extension FunctionCatalog {
  static var statisticsFamilies: [any FunctionFamily.Type] { [] }
}
