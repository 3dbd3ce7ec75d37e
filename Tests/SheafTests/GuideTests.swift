import Foundation
import Sheaf
import TestSupport
import Testing

/// The Swift examples of the guide and of the README.
@Suite("Guide")
struct GuideTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let compiler = Compiler(for: "Sheaf")

  /// The names that the examples take for granted.
  private static let prelude = """
    import Foundation
    import Sheaf
    struct Form { let price = Signal<CellValue, Never>.never }
    struct Slider { let value = MutableProperty(0.0) }
    struct Label { let text = MutableProperty("") }
    let (form, slider, label) = (Form(), Slider(), Label())

    """

  private func page(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
  }

  /// The examples of a page as one function, whose lines the compiler counts as those of the page.
  private func function(_ number: Int, of name: String) throws -> String {
    let text = try page(name)
    var body = ""
    for match in text.matches(of: #/```swift\n((?:.*\n)*?)```/#) where !match.1.hasPrefix(".package") {
      let line = text[..<match.1.startIndex].count { $0 == "\n" } + 1
      let code = match.1.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("import ") ? "" : String($0) }.joined(separator: "\n")
      body += "#sourceLocation(file: \"\(name)\", line: \(line))\n\(code)#sourceLocation()\n"
    }
    try #require(!body.isEmpty, "\(name) has examples")
    return "func page\(number)() throws {\n\(body)}\n"
  }

  @Test("The examples compile", .enabled(if: compiler != nil, "no swiftc on the PATH, or no modules beside the tests"))
  func examplesCompile() throws {
    let guide = "Sources/Sheaf/Sheaf.docc/"
    let pages = [
      "README.md", guide + "ReactiveCore.md", guide + "Sheaf.md", guide + "FormStepByStep.md",
      guide + "TimeAndStreams.md", guide + "WorkingWithFunctions.md",
      guide + "Workbooks.md",
    ]
    let functions = try pages.enumerated().map { try function($0.offset, of: $0.element) }
    let lines = try #require(Self.compiler).diagnostics(of: Self.prelude + functions.joined())
    #expect(lines.filter { $0.contains(": error: ") } == [])
  }

  @Test("The first example prints what its comments say, and the trace is the page's")
  func reactiveCorePage() throws {
    let price = MutableProperty(100.0)
    let rate = MutableProperty(0.19)
    let gross = price.combineLatest(with: rate).map { $0.0 * (1 + $0.1) }
    var seen: [Double] = []
    gross.producer.startWithValues { seen.append($0) }
    price.value = 200
    PropertyGraph.transaction {
      price.value = 100
      rate.value = 0.07
    }
    #expect(seen == [119, 238, 107])

    price.named("price")
    rate.named("rate")
    gross.named("gross")
    let trace = PropertyGraph.trace { price.value = 300 }.description
    let comment = trace.replacing(#/combineLatest \d+/#, with: "combineLatest 2")
      // Other tests may set properties meanwhile.
      .split(separator: "\n").drop { $0 != "price = 300.0" }.prefix(3).map { "// \($0)\n" }.joined()
    #expect(!comment.isEmpty)
    #expect(try page("Sources/Sheaf/Sheaf.docc/ReactiveCore.md").contains(comment), "\(comment)")
  }
}
