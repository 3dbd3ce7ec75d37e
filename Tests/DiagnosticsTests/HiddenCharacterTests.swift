import Diagnostics
import Testing

@Suite("Hidden characters")
struct HiddenCharacterTests {
  @Test("What nobody sees is told by its number, and what looks like a blank becomes one")
  func rows() {
    check("net\u{A0}price", "U+00A0", "net price")
    check("\u{200B}net\u{AD}price", "U+200B", "netprice")
    check("\u{FEFF}a\u{2009}b\u{7}", "U+FEFF", "a b")
    check("\u{E0001}a", "U+E0001", "a")
    check("na\u{EF}ve ü\tπ 名\n", nil, "na\u{EF}ve ü\tπ 名\n")
  }

  private func check(
    _ text: String, _ number: String?, _ cleaned: String, at location: SourceLocation = #_sourceLocation
  ) {
    let label = number.map { "\($0) stands in it, which nobody sees" }
    #expect(HiddenCharacter(in: text)?.label == label, sourceLocation: location)
    #expect(HiddenCharacter.cleaned(text) == cleaned, sourceLocation: location)
  }
}
