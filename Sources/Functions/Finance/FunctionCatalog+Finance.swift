extension FunctionCatalog {
  static var financeFamilies: [any FunctionFamily.Type] {
    [
      Annuities.self, CashFlowFunctions.self, Depreciation.self, FrenchDepreciationFunctions.self, InterestRates.self,
      DiscountedSecurities.self, AccruedInterestFunctions.self, CouponFunctions.self, BondFunctions.self,
      OddBondFunctions.self, EuroConversion.self,
    ]
  }
}
