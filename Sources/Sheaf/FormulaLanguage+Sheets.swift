import LiveSheets

extension FormulaLanguage {
  /// A formula of this language in the spelling of a sheet: English names, commas between arguments, a decimal point.
  ///
  /// ```swift
  /// FormulaLanguage.german.formula(fromLocalized: "SUMME(A1; 1,5)")   // SUM(A1, 1.5)
  /// ```
  public func formula(fromLocalized text: String) -> String { canonical(text) }

  /// A formula of a sheet as Excel shows it in this language.
  public func localizedText(of formula: String) -> String { localized(formula) }
}
