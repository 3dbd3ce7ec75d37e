import Testing

@testable import LiveWorkbooks

@Suite("Shown places")
struct ShownPlacesTests {
  private func check(
    _ format: String, _ places: Int?, areOther: Bool = false, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(ShownPlaces.count(in: format) == places, sourceLocation: location)
    #expect(ShownPlaces.areOther(in: format) == areOther, sourceLocation: location)
  }

  @Test("A format shows as many places as it has, and thousands as one")
  func places() {
    check("0.00", 2)
    check("0.0%", 3)
    check("#,##0,", -3)
    check("#,##0.0,,\\M", -5)
    check("#,##0", 0)
    check("0.00;(0.0)", 2)
  }

  @Test("What shows a number as it is, or none, has no places")
  func noPlaces() {
    check("General", nil)
    check("yyyy", nil)
    check("\"0.0\"", nil)
    check("@", nil)
  }

  @Test("A power of ten and a fraction are rounded otherwise")
  func other() {
    check("0.00E+00", nil, areOther: true)
    check("# ?/?", nil, areOther: true)
    check("\"E\"0.0", 1)
    check("0.0;0E+0", 1)
  }
}
