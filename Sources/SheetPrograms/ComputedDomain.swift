import SheetText

/// The type and the domain of an input or of an event's payload, where the domain names cells: `in 0..limit`,
/// `in UNIQUE(people[name])`.
package final class ComputedDomain {
  package let type: WrittenType?
  package let domain: Domain
  /// The sheet that declares it, and the grid on which it was written.
  package let unit: SheetUnit
  package let home: String?

  /// A domain that has to be read whenever it is asked for; `nil` for one that is always the same.
  package init?(_ type: WrittenType?, _ domain: Domain?, _ unit: SheetUnit, home: String?) {
    guard let domain, !domain.isLiteral else { return nil }
    (self.type, self.domain, self.unit, self.home) = (type, domain, unit, home)
  }
}
