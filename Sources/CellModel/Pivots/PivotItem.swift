/// One of the values of a pivot table's field by which its data are split.
package struct PivotItem: Sendable, Hashable {
  /// Blank for the item of all that is blank.
  package var value: CellValue
  /// What the report shows in place of the value, when somebody has renamed the item.
  package var caption: String?
  /// The number by which a formula may call an item of a group: 5 for May, 20 for `20-29`.
  package var number: Double?

  package init(_ value: CellValue, caption: String? = nil, number: Double? = nil) {
    self.value = value
    self.caption = caption
    self.number = number
  }

  /// Whether it is called by just this value.
  func isExactly(_ wanted: CellValue) -> Bool {
    switch (value, wanted) {
    case (_, .text(let text)) where caption.map({ CaseFolding.areEqual($0, text) }) == true: true
    case (.number(let own, _), .number(let other, _)): CellComparison.order(own, other) == 0
    case (.text(let own), .text(let other)): CaseFolding.areEqual(own, other)
    case (.logical(let own), .logical(let other)): own == other
    case (.error(let own), .error(let other)): own == other
    default: false
    }
  }

  /// Whether a value of another type may stand for it: the text that is shown for a number, or the number of a group.
  func isShown(as wanted: CellValue) -> Bool {
    switch wanted {
    case .number(let other, _):
      if let number, number == other { return true }
      guard case .text(let own) = value else { return false }
      return TypedText.number(own).map { CellComparison.order($0, other) == 0 } ?? false
    case .text(let text):
      switch value {
      case .number(let own, _): return TypedText.number(text).map { CellComparison.order($0, own) == 0 } ?? false
      case .logical(let own): return CaseFolding.areEqual(text, own ? "TRUE" : "FALSE")
      case .error(let own): return CaseFolding.areEqual(text, own.code.text)
      case .blank: return text.isEmpty || CaseFolding.areEqual(text, "(blank)")
      default: return false
      }
    case .blank: return value.isBlank
    default: return false
    }
  }
}

/// A field of a pivot table with its items.
package struct PivotField: Sendable, Hashable {
  /// What the report calls it and what its source does, as far as they differ.
  package var names: [String]
  /// In the order of the report; `nil` for one that is no item but a total.
  package var items: [PivotItem?]

  package init(names: [String], items: [PivotItem?] = []) {
    self.names = names
    self.items = items
  }

  package func isNamed(_ name: String) -> Bool { names.contains { CaseFolding.areEqual($0, name) } }

  /// The position of the item that a value stands for.
  package func item(_ value: CellValue) -> Int? {
    items.firstIndex { $0?.isExactly(value) == true } ?? items.firstIndex { $0?.isShown(as: value) == true }
  }
}
