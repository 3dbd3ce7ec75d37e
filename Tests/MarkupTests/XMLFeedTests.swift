import Markup
import Testing

@Suite("Documents that come piece by piece")
struct XMLFeedTests {
  private static let documents = [
    "<a/>", "<?xml version=\"1.0\"?>\n<a>x</a>\n", "\u{FEFF}<a b='1' c=\"2\">x<!-- no -->y<![CDATA[<z>]]>&amp;<b/></a>",
    "<worksheet xmlns='m'><sheetData><row r='1'><c r='A1' t='str'><f>1&lt;2</f><v>a &#65;\r\n</v></c></row>"
      + "<row r='2'/><x:row xmlns:x='m'><x:c/></x:row></sheetData><?p q?></worksheet>",
    "<?xml version='1.0'?><!DOCTYPE a:b PUBLIC \"-//x//DTD>\" 'b.dtd'>\n<a/>",
    "<!DOCTYPE a><a/>",
    // What is not well formed.
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "<!DOCTYPE a[<!ENTITY b 'c'>]><a/>",
    "<a/><!DOCTYPE a>", "<!DOCTYPE", "<!DOCTYPE a =><a/>", "<!ELEMENT a><a/>",
    "", "x", "<a>", "<a><b></a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&nothing;</a>", "<a/><b/>", "<a", "<a b='",
    "<!--",
    "<a><![CDATA[", "<a>text", "</a>", "<a></b>", "<a><?xml version='1.0'?></a>",
  ]

  /// What a scanner gives, one line per event, and its fault.
  private static func events(_ scanner: inout XMLScanner, passing: Bool) -> [String] {
    var events: [String] = []
    do throws(XMLFault) {
      while true {
        let event = try scanner.next()
        switch event {
        case .start:
          var line = "start \(scanner.name) \(scanner.localName)"
          for piece in scanner.attributePieces { line += " \(try scanner.value(of: piece.value))" }
          events.append(line)
        case .end: events.append("end, \(scanner.depth) open")
        case .documentType: events.append("\(event) \(scanner.name)")
        case .text, .comment, .instruction: events.append("\(event) \(try scanner.text(of: scanner.piece))")
        case .finish: return events + ["finish"]
        }
        if passing { scanner.passRead() }
      }
    } catch { return events + [error.message] }
  }

  /// Joined, for a text may come in several pieces only where something stands between them.
  @Test("They are the same as when they are there at once", arguments: [1, 2, 3, 7, 64, 10_000])
  func events(step: Int) {
    let long = "<t>" + (0..<900).map { "<r n='\($0)'><v>\($0 * $0)</v></r>" }.joined() + "</t>"
    // Tokens that are longer than what comes at a time, wherever in it they begin.
    let longTokens =
      "<t>"
      + (0..<40).map { place in
        let filling = String(repeating: "é&amp;", count: 300 * (place % 7) + 11 * place)
        return "<r n='\(filling)'/><!--\(filling)--><![CDATA[\(filling)]]><v>\(filling)</v>"
      }.joined() + "</t>" + String(repeating: " ", count: 30_000)
    let longTexts = "<t a='\(String(repeating: "y", count: 9_000))'>\(String(repeating: "x", count: 20_000))</t>"
    for document in Self.documents + [long, longTexts, longTokens] {
      if step < 64, document.utf8.count > 10_000 { continue }
      let bytes = Array(document.utf8)
      let expected = bytes.withUnsafeBufferPointer { bytes in
        var scanner = XMLScanner(bytes)
        return Self.events(&scanner, passing: false)
      }
      for passing in [false, true] {
        var scanner = XMLScanner(StepFeed(bytes, step: step))
        #expect(Self.events(&scanner, passing: passing) == expected, "\(document.prefix(80)), step \(step), \(passing)")
      }
    }
  }
}
