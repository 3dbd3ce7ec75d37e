extension FunctionCatalog {
  static var arrayFamilies: [any FunctionFamily.Type] {
    [Selecting.self, Sorting.self, Shaping.self, Applying.self, Grouping.self, Binding.self]
  }
}
