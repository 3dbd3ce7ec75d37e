import Markup

/// Filters of ranges and tables (ECMA-376 part 1, §18.3.2).
enum ExcelFilter {
  /// Whether the element that has just begun is a condition of a filter, which hides rows.
  static func isCondition(_ scanner: borrowing XMLScanner) -> Bool {
    scanner.isNamed("filters") || scanner.isNamed("customFilters") || scanner.isNamed("dynamicFilter")
      || scanner.isNamed("top10") || scanner.isNamed("colorFilter") || scanner.isNamed("iconFilter")
  }
}
