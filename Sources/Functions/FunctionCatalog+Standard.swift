extension FunctionCatalog {
  /// Every function of the language, by family.
  public static let standard: FunctionCatalog = standardFamilies.reduce(FunctionCatalog()) { catalog, family in
    let functions = family.functions.map { function in
      function.withSource(family.source ?? FunctionSources.source(of: function.name))
    }
    return catalog.adding(title: family.title, functions)
  }

  /// The families in the order in which help shows them.
  static var standardFamilies: [any FunctionFamily.Type] {
    mathFamilies + statisticsFamilies + financeFamilies + logicFamilies + textFamilies + dateFamilies
      + lookupFamilies + arrayFamilies
  }
}
