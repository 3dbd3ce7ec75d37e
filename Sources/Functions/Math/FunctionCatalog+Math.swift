extension FunctionCatalog {
  static var mathFamilies: [any FunctionFamily.Type] {
    [
      Sums.self, Aggregates.self, ConditionalAggregates.self, Subtotals.self, Rounding.self, RoundingToMultiples.self,
      PowersAndLogarithms.self, Trigonometry.self, HyperbolicFunctions.self, CountingArrangements.self, Matrices.self,
      Chance.self, Numerals.self, BaseConversion.self, BitFunctions.self, Engineering.self, ComplexFunctions.self,
    ]
  }
}
