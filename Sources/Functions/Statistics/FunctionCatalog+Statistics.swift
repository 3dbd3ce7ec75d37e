extension FunctionCatalog {
  static var statisticsFamilies: [any FunctionFamily.Type] {
    [
      Averages.self, Dispersion.self, Percentiles.self, Correlation.self, Regression.self, Forecasts.self, Spectra.self,
      NormalFunctions.self,
      GammaAndBetaFunctions.self, StudentAndFisherFunctions.self, DiscreteFunctions.self, HypothesisTests.self,
    ]
  }
}
