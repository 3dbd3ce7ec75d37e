import Diagnostics
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// A probe tells of each text what the sheet that is loaded of it tells.
@Suite("Texts that are looked at before they are run")
struct TextProbeTests {
  @Test("One text after the other has the errors that it has by itself")
  func oneAfterTheOther() {
    let texts = [
      "a = 1\n", "a = 1\ninput x = 2\n", "a = 1\ninput x = 2\nb = nothing\n", "a = 1\ninput x = 2\n",
      "a = 1\ninput x = 2\ninput x = 3\n", "a = b\ninput x = 2\nb = a\n", "a = b\ninput x = 2\nb = 1\n",
      "input x in 1..3 = 5\n", "input x in 1..3 = 5\nevent e\n", "input x in 1..3 = 2\nevent e\nevent e\n",
      "input x = 2\nuse \"u.sheet\" as u\n", "input x = 2\nuse \"u.sheet\" as u\ny = u.k\n",
      "input x = 2\nalways \"y\": x > z\n", "input x = RAND()\n", "input x = RAND()\ny = zz\n", "x = 1 +\n", "",
      "y = zz\n",
    ]
    let environment = LiveSheet.Environment(catalog: .standard, readFile: { _ in Array("k = 3\n".utf8) })
    let probe = TextProbe()
    for text in texts {
      let document = SheetDocument(name: "x.sheet", text)
      let alone = LiveSheet(document, environment: environment).diagnostics.filter { $0.severity == .error }
      #expect(probe.errors(in: document, environment) == alone, "\(text)")
    }
  }

  @Test("A file that has changed meanwhile is read again")
  func files() {
    var used = "k = 3\n"
    let environment = LiveSheet.Environment(catalog: .standard, readFile: { _ in Array(used.utf8) })
    let probe = TextProbe()
    let document = SheetDocument(name: "x.sheet", "use \"u.sheet\" as u\ny = u.k\n")
    #expect(probe.errors(in: document, environment).isEmpty)
    used = "other = 3\n"
    #expect(!probe.errors(in: document, environment).isEmpty)
    used = "k = 4\n"
    #expect(probe.errors(in: document, environment).isEmpty)
  }
}
