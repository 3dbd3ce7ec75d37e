extension FunctionCatalog {
  static var financeFamilies: [any FunctionFamily.Type] {
    [Annuities.self, CashFlowFunctions.self, Depreciation.self, InterestRates.self, DiscountedSecurities.self]
  }
}
