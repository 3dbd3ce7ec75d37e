extension FunctionCatalog {
  static var lookupFamilies: [any FunctionFamily.Type] {
    [TableLookup.self, Matching.self, Indexing.self, Places.self, Addresses.self, DatabaseFunctions.self]
  }
}
