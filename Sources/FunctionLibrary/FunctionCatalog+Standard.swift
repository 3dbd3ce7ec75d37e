import Functions

extension FunctionCatalog {
  /// Every function of the language, by family.
  public static let standard: FunctionCatalog = standardFamilies.reduce(into: FunctionCatalog()) { catalog, family in
    let source = family.source
    let functions = family.functions.map { function in
      function.withSource { name in source ?? FunctionSources.source(of: name) }
    }
    catalog.add(title: family.title, functions)
  }
  .withStandIns { $0.adding(OpenFormulaFunctions.self).adding(OpenFormulaTextParts.self) }

  /// The families in the order in which help shows them. A family has its file, and its line here.
  static var standardFamilies: [any FunctionFamily.Type] {
    [
      // Mathematics
      Sums.self, Aggregates.self, ConditionalAggregates.self, Subtotals.self, Rounding.self, RoundingToMultiples.self,
      PowersAndLogarithms.self, Trigonometry.self, HyperbolicFunctions.self, CountingArrangements.self, Matrices.self,
      Chance.self, Numerals.self, BaseConversion.self, BitFunctions.self, Engineering.self, ComplexFunctions.self,
      // Statistics
      Averages.self, Dispersion.self, Percentiles.self, Correlation.self, Regression.self, Forecasts.self, Spectra.self,
      NormalFunctions.self, GammaAndBetaFunctions.self, StudentAndFisherFunctions.self, DiscreteFunctions.self,
      HypothesisTests.self,
      // Finance
      Annuities.self, CashFlowFunctions.self, Depreciation.self, FrenchDepreciationFunctions.self, InterestRates.self,
      DiscountedSecurities.self, AccruedInterestFunctions.self, CouponFunctions.self, BondFunctions.self,
      OddBondFunctions.self, EuroConversion.self,
      // Logic and information
      Conditions.self, LogicalConnectives.self, ValueKinds.self, CellFacts.self,
      // Text
      TextParts.self, TextJoining.self, TextSplitting.self, TextSearching.self, LetterCase.self, TextAndNumbers.self,
      CharacterCodes.self, ByteParts.self, RegularExpressions.self, WrittenForms.self, WebTexts.self,
      // Dates
      DateMaking.self, DateParts.self, DateDifferences.self, WorkdayFunctions.self,
      // Lookup
      TableLookup.self, Matching.self, Indexing.self, Places.self, Addresses.self, PivotTables.self,
      DatabaseFunctions.self,
      // Arrays
      Selecting.self, Sorting.self, Shaping.self, Applying.self, Grouping.self, Binding.self,
    ]
  }
}
