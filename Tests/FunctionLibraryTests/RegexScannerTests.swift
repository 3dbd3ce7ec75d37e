import Testing

@testable import FunctionLibrary

@Suite("Scalars, numbers and names of a regular expression")
struct RegexScannerTests {
  @Test("A text is passed whole or not at all")
  func texts() {
    var scanner = RegexScanner("(?<x")
    let taken = ["(?P", "(?<", "xy", "x", "x"].map { scanner.take($0) }
    #expect(taken == [false, true, false, true, false])
    #expect(scanner.isAtEnd && scanner.next == nil)
    #expect(throws: RegexFault.self) { try scanner.takeScalar() }
  }

  @Test("A number ends where its digits do, and counts no further than it can mean something")
  func numbers() {
    var scanner = RegexScanner("12a99999999")
    let first = [scanner.number(), scanner.number()]
    #expect(first == [12, nil] && scanner.next == "a")
    scanner.position += 1
    let last = scanner.number()
    #expect(last == 100_000 && scanner.isAtEnd)
  }

  @Test("A name has letters and digits, begins with no digit, and ends where it says")
  func names() throws {
    var scanner = RegexScanner("né_1>a")
    let name = try scanner.name(until: ">")
    #expect(name == "né_1")
    #expect(scanner.next == "a")
    for text in ["1a>", ">", "a b>", "a"] {
      #expect(throws: RegexFault.self, "\(text)") {
        var scanner = RegexScanner(text)
        _ = try scanner.name(until: ">")
      }
    }
  }

  @Test("An escape stands for one character, or for none")
  func escapes() {
    let rows: [(String, String?)] = [
      ("t", "\t"), ("e", "\u{1B}"), ("cA", "\u{01}"), ("c", nil), ("x41", "A"), ("x4", "\u{04}"), ("x{1F600}", "😀"),
      ("x{110000}", nil), ("x{41", nil), ("N{U+41}", "A"), ("N{x}", nil), ("o{101}", "A"), ("o{}", nil), ("012", "\n"),
      (".", "."), ("_", "_"), ("é", "é"), ("y", nil),
    ]
    for (text, expected) in rows {
      var scanner = RegexScanner(text)
      let character = try? scanner.characterEscape(scanner.takeScalar())
      #expect(character.map { String($0) } == expected, "\\\(text)")
    }
  }
}

@Suite("Classes of a regular expression")
struct RegexClassTests {
  @Test("Brackets hold characters, ranges, classes and quotations")
  func brackets() {
    check("a-c]", "abc", not: "d-")
    check("^a-c]", "d-", not: "abc")
    check("]a]", "]a", not: "b")
    check("a-]", "a-", not: "b")
    check(#"\d[:upper:]]"#, "7A", not: "a")
    check(#"\Q]-\E]"#, "]-", not: "Q")
    check(#"[:^digit:]]"#, "a:", not: "7")
    check("[:x]", "[:x", not: "]")
  }

  @Test("What cannot be a class is refused")
  func faults() {
    for text in ["c-a]", #"\d-z]"#, #"a-\d]"#, "[.a.]]", "[:nope:]]", #"\N]"#, "a"] {
      #expect(throws: RegexFault.self, "[\(text)") {
        var scanner = RegexScanner(text)
        _ = try RegexClasses.bracketed(&scanner, RegexParser.Flags())
      }
    }
  }

  @Test("Blanks in brackets do not matter under the flag xx")
  func extended() throws {
    var flags = RegexParser.Flags()
    flags.isExtendedInClasses = true
    var scanner = RegexScanner("a b]")
    let set = try RegexClasses.bracketed(&scanner, flags)
    #expect(set.contains("b") && !set.contains(" "))
  }

  private func check(
    _ text: String, _ members: String, not others: String, at location: SourceLocation = #_sourceLocation
  ) {
    var scanner = RegexScanner(text)
    guard let set = try? RegexClasses.bracketed(&scanner, RegexParser.Flags()) else {
      Issue.record("[\(text) is refused", sourceLocation: location)
      return
    }
    #expect(scanner.isAtEnd, sourceLocation: location)
    #expect(members.unicodeScalars.allSatisfy { set.contains($0) }, sourceLocation: location)
    #expect(!others.unicodeScalars.contains { set.contains($0) }, sourceLocation: location)
  }
}
