extension FunctionCatalog {
  /// Every function of the language, by family.
  public static let standard: FunctionCatalog = standardFamilies.reduce(FunctionCatalog()) { $0.adding($1) }

  /// The families in the order in which help shows them.
  static var standardFamilies: [any FunctionFamily.Type] {
    mathFamilies + statisticsFamilies + financeFamilies + logicFamilies + textFamilies + dateFamilies
      + lookupFamilies + arrayFamilies
  }
}
