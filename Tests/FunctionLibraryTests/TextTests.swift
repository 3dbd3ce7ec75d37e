import CellModel
import Functions
import ModelSheets
import TestSupport
import Testing

@testable import FunctionLibrary

@Suite("Text functions")
struct TextTests {
  @Test func charactersAreUTF16Units() {
    check("LEN(\"a😀b\")", 4)
    check("MID(\"a😀b\", 2, 2)", "😀")
    check("LEFT(\"a😀b\", 3)", "a😀")
    check("RIGHT(\"a😀b\", 3)", "😀b")
    // Half of a pair is left out, never kept as invalid text.
    check("LEFT(\"a😀b\", 2)", "a")
    check("MID(\"a😀b\", 3, 9)", "b")
    check("RIGHT(\"a😀b\", 2)", "b")
    check("MID(\"😀\", 2, 1)", "")
    check("LEN(\"e\" & UNICHAR(769))", 2)
    check("LEFT(\"e\" & UNICHAR(769))", "e")
    check("FIND(\"b\", \"a😀b\")", 4)
    check("REPLACE(\"a😀b\", 2, 2, \"-\")", "a-b")
  }

  @Test("Parts and places are those of the UTF-16 units, whatever the letters are")
  func unitsAndBytes() {
    var random = SeededGenerator(seed: 11)
    let letters = ["a", "b", "ab", "é", "e\u{301}", "ß", "😀", "€"]
    func text(_ most: Int, _ kinds: Int) -> String {
      (0..<random.number(0...most)).map { _ in letters[random.number(0...kinds - 1)] }.joined()
    }
    let model = ModelEvaluator()
    for _ in 0..<600 {
      let kinds = random.one(of: [3, 3, 8])
      let (within, old, new) = (text(9, kinds), text(2, kinds), text(3, 8))
      let (start, count) = (random.number(1...8), random.number(0...8))
      let units = Array(within.utf16)
      let wanted = Array(old.utf16)
      let places = units.indices.filter { units[$0...].starts(with: wanted) }
      let found = wanted.isEmpty ? start - 1 : places.first { $0 >= start - 1 }
      let isInside = start - 1 <= units.count
      #expect(
        model.evaluate("FIND(\"\(old)\", \"\(within)\", \(start))")
          == (isInside ? found.map { .number(Double($0 + 1)) } ?? .error(.value) : .error(.value)),
        "\(old) in \(within) from \(start)")
      // No letter of these overlaps itself, so that places are found one behind the other.
      var result: [UInt16] = []
      var place = 0
      while place < units.count {
        if !wanted.isEmpty, units[place...].starts(with: wanted) {
          result += Array(new.utf16)
          place += wanted.count
        } else {
          result.append(units[place])
          place += 1
        }
      }
      #expect(
        model.evaluate("SUBSTITUTE(\"\(within)\", \"\(old)\", \"\(new)\")")
          == .text(String(decoding: result, as: UTF16.self)), "\(old) by \(new) in \(within)")
      if within.utf8.allSatisfy({ $0 < 0x80 }) {
        let part = units.dropFirst(start - 1).prefix(count)
        #expect(
          model.evaluate("MID(\"\(within)\", \(start), \(count))") == .text(String(decoding: part, as: UTF16.self)))
        #expect(
          model.evaluate("RIGHT(\"\(within)\", \(count))")
            == .text(String(decoding: units.suffix(count), as: UTF16.self)))
      }
    }
    check("SUBSTITUTE(\"aXbXcX\", \"X\", \"--\", 2)", "aXb--cX")
    check("SUBSTITUTE(\"aXb\", \"X\", \"-\", 2)", "aXb")
    check("SUBSTITUTE(\"\", \"X\", \"-\")", "")
  }

  @Test func countsAreLimited() {
    check("LEFT(\"abc\", 1E+15)", "abc")
    for part in ["LEFT(\"abc\", -0.2)", "RIGHT(\"abc\", -0.2)", "MID(\"abc\", 1, -0.2)", "REPT(\"abc\", -0.2)"] {
      check(part, .error(.value))
    }
    check("MID(\"abc\", 1E+15, 1E+15)", "")
    check("REPLACE(\"abc\", 1E+15, 1E+15, \"d\")", "abcd")
    check("REPLACE(\"\", 1, 0, \"é\") & REPLACE(\"abc\", 1, 3, \"\") & REPLACE(\"abc\", 2, 1, \"é\")", "éaéc")
    check("LEN(REPLACE(REPT(\"a\", 32767), 32767, 1, \"b\"))", 32767)
    check("REPLACE(REPT(\"a\", 32767), 32767, 0, \"b\")", .error(.value))
    check("LEN(REPLACE(REPT(\"a\", 20000), 1, 0, REPT(\"é\", 12767)))", 32767)
    check("LEFT(\"abc\", 1E+300)", .error(.number))
    check("REPT(\"ab\", 16383) = REPT(\"abab\", 8191) & \"ab\"", true)
    check("REPT(\"ab\", 16384)", .error(.value))
    check("REPT(\"\", 1E+15)", "")
    check("SUBSTITUTE(REPT(\"a\", 20000), \"a\", \"bb\")", .error(.value))
    check("CONCAT(REPT(\"a\", 20000), REPT(\"a\", 20000))", .error(.calculation))
    check("LEN(CONCAT(REPT(\"a\", 20000), REPT(\"a\", 12767)))", 32767)
    check("RIGHT(CONCATENATE(REPT(\"a\", 20000), REPT(\"b\", 12767), \"c\"))", "b")
    check("LEN(TEXTJOIN(\"-\", TRUE, REPT(\"a\", 32000), REPT(\"é\", 766)))", 32767)
    check("TEXTJOIN(\"-\", TRUE, REPT(\"a\", 32000), REPT(\"é\", 767))", .error(.calculation))
    check("EXACT(PROPER(REPT(\"ab \", 10000)), REPT(\"Ab \", 10000))", true)
    check("PROPER(\"ÉTÉ d'hiver\")", "Été D'Hiver")
    check("PROPER(\"\") & UPPER(\"\") & ROT13(\"\")", "")
    check("ROT13(\"Aé[nz`{@Z\")", "Né[am`{@M")
  }

  /// As LibreOffice has it, too.
  @Test func emptyArgumentsAreZero() {
    check("LEFT(\"abc\",)", "")
    check("RIGHT(\"abc\",)", "")
    check("RIGHTB(\"banana\",)", "")
    check("FIND(\"a\", \"banana\",)", .error(.value))
    check("SEARCHB(\"a\", \"banana\",)", .error(.value))
    check("SUBSTITUTE(\"12.5\", \"A\", \"b\",)", .error(.value))
    check("FIXED(1.5,)", "1.50")
    check("NUMBERVALUE(\"-7,5\", \",\")", -7.5)
  }

  @Test func searching() {
    check("SEARCH(\"a*c\", \"xxabbc\")", 3)
    check("SEARCH(\"b*a\", \"abcabc\", 2)", 2)
    check("SEARCH(\"?\", \"\")", .error(.value))
    check("SEARCH(\"*\", \"abc\")", 1)
    check("SEARCH(\"É\", \"café\")", 4)
    check("FIND(\"\", \"abc\", 4)", 4)
    check("FIND(\"\", \"abc\", 5)", .error(.value))
    check("SUBSTITUTE(\"aaa\", \"aa\", \"b\")", "ba")
    check("SUBSTITUTE(\"abcabc\", \"C\", \"x\")", "abcabc")
    check("SUBSTITUTE(\"aaa\", \"a\", \"b\", 4)", "aaa")
  }

  @Test func splitting() {
    check("TEXTBEFORE(\"abc\", \"\")", "")
    check("TEXTBEFORE(\"abc\", \"\", -1)", "abc")
    check("TEXTAFTER(\"abc\", \"\", -1)", "")
    check("TEXTAFTER(\"a-b\", \"x\", 1, 0, 1)", "")
    check("TEXTAFTER(\"a-b\", \"x\", -1, 0, 1)", "a-b")
    check("TEXTAFTER(\"a-b\", \"x\", 1, 0, 0, 7)", 7)
    check("TEXTBEFORE(\"a-b\", \"-\", 9)", .error(.value))
    check("TEXTBEFORE(\"a-b\", \"-\", 2)", .error(.notAvailable))
    check("ROWS(TEXTSPLIT(\"a,b;c\", \",\", \";\"))", 2)
    check("COUNTA(TEXTSPLIT(\"aXbxc\", \"x\", , FALSE, 1))", 3)
    check("INDEX(TEXTSPLIT(\"a--b-c\", {\"-\",\"--\"}), 1, 2)", "b")
    check("TEXTSPLIT(\",,\", \",\", , TRUE)", .error(.calculation))
  }

  @Test func joiningRanges() {
    var sheet = ModelSheet()
    sheet.set("A1", "x")
    sheet.set("C1", 2)
    sheet.set("A2", true)
    let evaluator = ModelEvaluator(sheet)
    #expect(evaluator.evaluate("TEXTJOIN(\"-\", TRUE, A:C)") == "x-2-TRUE")
    #expect(evaluator.evaluate("TEXTJOIN(\"-\", FALSE, A1:C2)") == "x--2-TRUE--")
    #expect(evaluator.evaluate("TEXTJOIN(\"-\", FALSE, A:A)") == .error(.calculation))
    #expect(evaluator.evaluate("CONCAT(A:XFD)") == "x2TRUE")
    #expect(evaluator.evaluate("ARRAYTOTEXT(A1:C1, 1)") == "{\"x\",,2}")
  }

  @Test func numbersAsText() {
    check("FIXED(2.675, 2)", "2.68")
    check("FIXED(1.005, 2)", "1.01")
    check("FIXED(0.5, 0)", "1")
    check("FIXED(-0.001, 2)", "0.00")
    check("FIXED(999.999, 2)", "1,000.00")
    check("FIXED(1E+20, 0, TRUE)", "100000000000000000000")
    check("FIXED(0.00012, 5)", "0.00012")
    check("FIXED(1234, -9)", "0")
    check("FIXED(6789, -4)", "10,000")
    check("FIXED(1, -1E+15)", "0")
    check("DOLLAR(-0.004)", "($0.00)")
    check("NUMBERVALUE(\" 1 2 3 \")", 123)
    check("NUMBERVALUE(\"9%%\")", 0.0009)
    check("NUMBERVALUE(\"1.5e3\")", 1500)
    check("NUMBERVALUE(\"1,2.3,4\")", .error(.value))
    check("NUMBERVALUE(\"$3 50\")", 350)
    check("NUMBERVALUE(\"(3%)\")", -0.03)
    check("NUMBERVALUE(\"-($3 50)\")", .error(.value))
    check("NUMBERVALUE(\"($-3 50)\")", .error(.value))
    check("NUMBERVALUE(\"3.5\",,)", .error(.value))
    check("NUMBERVALUE(\"1%2\")", .error(.value))
  }

  @Test func characterSets() {
    for code in 1...255 { check("CODE(CHAR(\(code)))", .number(Double(code))) }
    check("ASC(DBCS(\"Az 09~\"))", "Az 09~")
    check("DBCS(\"\"\"'`\\\")", "”’‘￥")
    check("ASC(\"”’‘￥＂＇｀＼\")", "\"'`\\\"'`\\")
    check("ASC(DBCS(\"ｶﾞﾊﾟｳﾞｱ｡ｰ\"))", "ｶﾞﾊﾟｳﾞｱ｡ｰ")
    check("BAHTTEXT(21)", "ยี่สิบเอ็ดบาทถ้วน")
    check("BAHTTEXT(1000000)", "หนึ่งล้านบาทถ้วน")
    check("BAHTTEXT(101)", "หนึ่งร้อยเอ็ดบาทถ้วน")
    check("BAHTTEXT(1000001)", "หนึ่งล้านเอ็ดบาทถ้วน")
    check("BAHTTEXT(0.01)", "หนึ่งสตางค์")
    check("LEN(BAHTTEXT(1E+308)) > 100", true)
  }

  @Test func formats() {
    check("TEXT(\"1/2/2020\", \"d.m.yyyy\")", "2.1.2020")
    check("TEXT(TRUE, \"0\")", "TRUE")
    check("TEXT(1.5, \"# ?/?\")", "1 1/2")
    check("TEXT(A1, \"0.0\")", "0.0")
  }

  private func check(_ formula: String, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
    #expect(ModelEvaluator().evaluate(formula) == expected, "=\(formula)", sourceLocation: location)
  }

  @Test("A delimiter of ASCII is found byte by byte where the search for any finds it")
  func asciiDelimiters() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<4_000 {
      let text = random.text(of: ["a", "b", "-"], upTo: 9)
      let delimiter = random.text(of: ["a", "b", "-"], upTo: 2)
      guard !delimiter.isEmpty else { continue }
      let (instance, endCounts) = (random.one(of: [-4, -3, -2, -1, 1, 2, 3, 4]), random.happens(50))
      var matches = DelimiterSearch([delimiter], in: text, ignoringCase: false).matches()
      let length = text.utf16.count
      if endCounts {
        if instance > 0 { matches.append(length..<length) } else { matches.insert(0..<0, at: 0) }
      }
      let index = instance > 0 ? instance - 1 : matches.count + instance
      let expected = matches.indices.contains(index) ? matches[index] : nil
      let place = AsciiDelimiter.place(instance, of: delimiter, in: text, endCounts: endCounts)
      #expect(place == .some(expected), "\(instance) of \(delimiter) in \(text), \(endCounts)")
    }
    #expect(AsciiDelimiter.place(1, of: "é", in: "aé", endCounts: false) == nil)
    #expect(AsciiDelimiter.place(1, of: "a", in: "aé", endCounts: false) == nil)
  }
}
