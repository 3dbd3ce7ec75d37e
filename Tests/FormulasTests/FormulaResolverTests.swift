import CellModel
import FunctionLibrary
import Functions
import Testing

@testable import Formulas

/// Bindings are written as the rows below have them: `x` a named cell by its row, `#0` a local by its slot, `+F` a
/// function, `A` an address.
@Suite("Resolving formulas")
struct FormulaResolverTests {
  @Test(
    "A name of LET holds behind its value, a parameter of LAMBDA in its expression, and an inner name hides an outer")
  func scopes() {
    check("LET(x,1,x)+x", "x:=0 x:#0 LET:+LET x:n0")
    check("LAMBDA(x,x+1)(1)+x", "x:=0 x:#0 LAMBDA:+LAMBDA x:n0")
    check("LET(x,x,x)", "x:=0 x:n0 x:#0 LET:+LET")
    check("LET(x,1,y,x,x+y)+y", "x:=0 y:=1 x:#0 x:#0 y:#1 LET:+LET y:n1")
    check("LET(x,1,LET(x,2,x)+x)", "x:=0 x:=1 x:#1 LET:+LET x:#0 LET:+LET")
    check("LET(x,1,x,x+1,x)", "x:=0 x:=1 x:#0 x:#1 LET:+LET")
    check("LAMBDA(x,[y],x+y)(1)+y", "x:=0 [y]:=1 x:#0 y:#1 LAMBDA:+LAMBDA y:n1")
    check("_xlfn.LET(_xlpm.p,1,_xlpm.p)", "_xlpm.p:=0 _xlpm.p:#0 _xlfn.LET:+LET")
    check("let(x,1,X)", "x:=0 X:#0 let:+LET")
  }

  @Test("A local name hides a cell that is called by it, and a LAMBDA a function, and nothing outside its scope")
  func localCalls() {
    check("LET(sum,4,SUM(2)+sum)", "sum:=0 SUM:+SUM sum:#0 LET:+LET")
    check("LAMBDA(row,ROW(row))", "row:=0 row:#0 ROW:+ROW LAMBDA:+LAMBDA")
    check("LET(n,1,let(n,N(n),n))", "n:=0 n:=1 n:#0 N:+N n:#1 let:+LET LET:+LET")
    check("LET(sum,LAMBDA(x,x),sum(1))+SUM(2)", "sum:=0 x:=1 x:#1 LAMBDA:+LAMBDA sum:#0 LET:+LET SUM:+SUM")
    check("LET(let,LAMBDA(x,x),let(1))", "let:=0 x:=1 x:#1 LAMBDA:+LAMBDA let:#0 LET:+LET")
    check("twice(1)", "twice:n4")
    check("LET(twice,1,twice)+twice(2)", "twice:=0 twice:#0 LET:+LET twice:n4")
    check("nothing(1)", "nothing:?nothing")
  }

  @Test("In a table a name is a local one first, then a column of the own row, then a name of the sheet")
  func tables() {
    check("LET(A,1,A)+A", in: NamedCells.inTable, "A:=0 A:#0 LET:+LET A:A3")
    check("x", in: NamedCells.inTable, "x:C3")
    check("rate", in: NamedCells.inTable, "rate:n3")
    check("PREVIOUS(A)", in: NamedCells.inTable, "A:A2 PREVIOUS:^A2")
    check("LAMBDA([A],[A]+[@A])", in: NamedCells.inTable, "[A]:=0 [A]:#0 [@A]:A3 LAMBDA:+LAMBDA")
    check("[B]", in: NamedCells.inTable, "[B]:B1:B*")
    check("ledger[B]", "ledger[B]:B1:B*")
    check("ledger[[#Headers],[A]:[B]]", "ledger[[#Headers],[A]:[B]]:A,B")
    check("ledger[nope]", "ledger[nope]:?nope")
    check("ledger[2].B", dialect: .sheet, "ledger:B1:B* ledger[2]:A2:C2 ledger[2].B:B2")
    check("LET(ledger,1,ledger[2].B)", dialect: .sheet, "ledger:=0 ledger:#0 LET:+LET")
  }

  @Test("A table on a sheet is the cells in which it lies")
  func sheetTables() {
    check("Sales[Amount]", "Sales[Amount]:D4:D6")
    check("Sales[[#This Row],[Amount]]", "Sales[@Amount]:D5")
    check("[@Amount]", "[@Amount]:D5")
    check("Sales[#Headers]", "Sales[#Headers]:D3:E3")
    check("Sales[[#Totals],[Amount]]", "Sales[[#Totals],[Amount]]:D7")
    check("Sales[[#Data],[#Totals]]", "Sales[[#Data],[#Totals]]:D4:E7")
    check("Sales[#All]", "Sales[#All]:D3:E7")
    check("Sales[nope]", "Sales[nope]:?nope")
    #expect(resolve("Sales[Two\nlines]").unknownNames.isEmpty)
    let outside = CellAddress(grid: NamedCells.origin.grid, row: 40, column: 0)
    check("Sales[[#This Row],[Amount]]", in: outside, "Sales[@Amount]:outside")
    differ("Sales[Amount]", "Sales[#Headers]")
  }

  @Test("@ before a column or a row reads the one cell that it means")
  func narrowing() {
    check("@A1:A9", "A1:A9:A1:A9 @A1:A9:A5")
    check("@C4:G4", "C4:G4:C4:G4 @C4:G4:E4")
    check("@A6:A9", "A6:A9:A6:A9")
    check("@A1:B9", "A1:B9:A1:B9")
    check("@prices", "prices:A1:A9 @prices:A5")
    let tree = FormulaParser.parse("@A$1:A$9").tree
    for (rows, isNarrow) in [(1, true), (5, true), (6, false)] {
      let resolved = FormulaResolver.resolve(tree, at: NamedCells.origin, rows: rows, in: NamedCells(), .standard)
      #expect(resolved.references.contains { $0.isCell } == isNarrow, "\(rows) rows")
    }
  }

  @Test("Addresses are those of the own sheet, of a named one, of a run, or of the first for whoever stands in none")
  func addresses() {
    check("A1", "A1:A1")
    check("Outputs!A1:B2", "Outputs!A1:B2:1!A1:B2")
    check("Inputs:Outputs!A1", "Inputs:Outputs!A1:A1|1!A1")
    check("A1", in: NamedCells.inTable, "A1:A1")
    check("Nowhere!A1", "Nowhere!A1:?Nowhere")
    check("Outputs!x+Nowhere!x", "Outputs!x:n0 Nowhere!x:?Nowhere")
    check("[0]!x", "[0]!x:n0")
    check("used.x", dialect: .sheet, "used:?used used.x:n5")
    #expect(resolve("Nowhere!A1+q+q(1)").unknownNames == ["nowhere", "q", "q"])
  }

  @Test("A function is passed by its name as an argument only, and known by any name that files give it")
  func functions() {
    check("BYROW(prices,SUM)", "prices:A1:A9 SUM:+SUM BYROW:+BYROW")
    check("SUM+1", "SUM:?SUM")
    check("com.microsoft.sum(1)", "com.microsoft.sum:+SUM")
    check("_xlfn._xlws.SORT({1})", "_xlfn._xlws.SORT:+SORT")
  }

  @Test("ROW wants no values, and a LAMBDA that names its own cell none either")
  func places() {
    #expect(resolve("ROW(A1)+A1").references.map(\.isPlaceOnly) == [true, false])
    #expect(resolve("ROW((A1))").references.map(\.isPlaceOnly) == [true])
    let own = CellAddress(grid: NamedCells.named, row: 4, column: 0)
    #expect(resolve("LAMBDA(x,twice(x))", in: own).references.map(\.isPlaceOnly) == [true])
    #expect(resolve("twice(1)", in: own).references.map(\.isPlaceOnly) == [false])
  }

  // MARK: Keys

  @Test("The cells of a fill have one key and equal references")
  func fills() {
    let tree = FormulaParser.parse("SUM(A$1:A3)*rate + Outputs!C2&\"x\"").tree
    for row in 0..<20 {
      let filled = meaning(of: tree.shifted(rows: row, columns: 0), NamedCells.origin.row + Int32(row))
      #expect(filled == meaning(of: tree, NamedCells.origin.row))
    }
  }

  @Test("What is written alike but for spelling has one key; what means another thing has another key or reference")
  func keys() {
    same("a1+1", "A1 + 1")
    // A template keeps its numbers as they are shown.
    differ("A1+1.0", "A1+1")
    same("sum(RATE)", "SUM(rate)")
    same("Größe", "grÖße")
    same("_xlfn.STDEV.S(A1)", "stdev.s(A1)")
    differ("A1", "$A$1")
    differ("A1", "A2")
    differ("A1:.A2", "A1:A2")
    differ("A1:.A2", "A1.:A2")
    differ("\"a\"", "\"A\"")
    differ("1+2", "2+1")
    differ("SUM(1,2)", "SUM(1)")
    differ("{1,2;3,4}", "{1,2,3,4}")
    differ("A1:B2", "A1:B3")
    differ("Outputs!A1", "A1")
    differ("Nowhere!x", "Nowhere!y")
    differ("Nowhere!A1", "Nowhere!B7")
    differ("SUM(Nowhere!A1:B2)", "SUM(Nowhere!A1)")
    differ("@Nowhere!A1", "@Nowhere")
    differ("Outputs!nowhere", "Nowhere!x")
    differ("f(g(1),2)", "f(g(1,2))")
    differ("ledger[A]", "ledger[[#This Row],[A]]")
    differ("LET(x,1,x)+x", "LET(x,1,x+x)")
    differ("LET(x,1,x)+x", "LET(x,1,x)+y")
    differ("LAMBDA(x,[y],x)(1)", "LAMBDA(x,y,x)(1)")
    differ("x", "prices")
    differ("TRUE", "FALSE")
  }

  // MARK: Helpers

  private struct Meaning: Hashable {
    let key: TemplateKey
    let references: [[Int32]]
  }

  private func meaning(of tree: FormulaTree, _ row: Int32) -> Meaning {
    let origin = CellAddress(grid: NamedCells.origin.grid, row: Int(row), column: 4)
    let resolved = FormulaResolver.resolve(tree, at: origin, in: NamedCells(), .standard)
    return Meaning(
      key: resolved.key,
      references: resolved.references.map {
        let area = $0.area
        return [
          area.grid.rawValue, area.left, area.right, area.top - ($0.topIsRelative ? row : 0),
          area.bottom - ($0.bottomIsRelative ? row : 0),
        ]
      })
  }

  private func same(_ a: String, _ b: String) { #expect(meaning(of: a) == meaning(of: b), "\(a) \(b)") }
  private func differ(_ a: String, _ b: String) { #expect(meaning(of: a) != meaning(of: b), "\(a) \(b)") }
  private func meaning(of text: String) -> Meaning { meaning(of: FormulaParser.parse(text).tree, 4) }

  private func resolve(
    _ text: String, in cell: CellAddress = NamedCells.origin, dialect: FormulaDialect = .excel
  ) -> ResolvedFormula {
    FormulaResolver.resolve(FormulaParser.parse(text, dialect: dialect).tree, at: cell, in: NamedCells(), .standard)
  }

  private func check(
    _ text: String, in cell: CellAddress = NamedCells.origin, dialect: FormulaDialect = .excel, _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let tree = FormulaParser.parse(text, dialect: dialect).tree
    let resolved = resolve(text, in: cell, dialect: dialect)
    let found = resolved.bindings.map { (node, binding) in
      let written =
        if case .call(let name, _) = tree[node] { name } else {
          tree.subtree(at: node).text(dialect == .sheet ? .sheet : .excel)
        }
      return "\(written):\(Self.words(binding, resolved.references))"
    }
    #expect(found.joined(separator: " ") == expected, sourceLocation: location)
  }

  private static func words(_ binding: NodeBinding, _ references: [ResolvedReference]) -> String {
    func words(_ number: Int) -> String { self.words(references[number].area) }
    switch binding {
    case .cell(let number), .area(let number): return words(number)
    case .areas(let numbers): return numbers.map(words).joined(separator: "|")
    case .previous(let number): return "^" + words(number)
    case .headers(let names, let data):
      return names.joined(separator: ",") + (data.map { "," + words($0) } ?? "")
    case .local(let slot): return "#\(slot)"
    case .declaration(let slot): return "=\(slot)"
    case .function(let function): return "+\(function.name)"
    case .unknownName(let name), .unknownSheet(let name), .unknownColumn(let name): return "?\(name)"
    case .outsideTable: return "outside"
    case .deleted: return "deleted"
    case .ownNumber(let number): return "own \(number)"
    }
  }

  private static func words(_ area: Area) -> String {
    if area.grid == NamedCells.named { return "n\(area.top)" }
    let sheet = area.grid.rawValue == 1 ? "1!" : ""
    let first = A1Notation.text(row: Int(area.top), column: Int(area.left))
    if area.isSingleCell { return sheet + first }
    let letters = A1Notation.letters(ofColumn: Int(area.right))
    return "\(sheet)\(first):\(letters)\(area.bottom == Area.openEnd ? "*" : "\(area.bottom + 1)")"
  }
}
