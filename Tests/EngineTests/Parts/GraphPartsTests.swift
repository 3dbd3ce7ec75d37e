import CellModel
import Formulas
import FunctionLibrary
import Propagation
import TestSupport
import Testing

@testable import Engine

@Suite("Dirty rows")
struct DirtyRowsTests {
  private let id = GroupID(3)

  @Test("What is taken is sorted and without overlap, and is gone")
  func taking() {
    var dirty = DirtyRows()
    for rows in [5...6, 1...2, 2...4, 9...9, 20...30, 21...22] { dirty.add(rows, of: id) }
    dirty.add(0...0, of: GroupID(4))
    #expect(dirty.take(of: id) == [1...6, 9...9, 20...30])
    #expect(dirty.take(of: id) == [])
    #expect(dirty.contains(GroupID(4)))
  }

  @Test("Rows that follow one another stay one interval")
  func joining() {
    var dirty = DirtyRows()
    for row in 0..<100 { dirty.add(row...row, of: id) }
    #expect(dirty.rows(of: id) == [0...99])
  }

  @Test("Changed rows join downwards and upwards")
  func changed() {
    var rows = ChangedRows()
    for row in [1, 2, 3, 7, 6, 5] { rows.add(row) }
    #expect(rows.intervals == [1...3, 5...7])
  }
}

@Suite("Reader index")
struct ReaderIndexTests {
  @Test("It finds just the entries that cover some rows, before and after it is sorted")
  func model() {
    var random = SeededGenerator(seed: 7)
    var index = ReaderIndex()
    var all: [RowRange] = []
    for round in 0..<40 {
      for _ in 0..<Int(random.next() % 40) {
        let first = Int(random.next() % 3_000)
        let rows = first...first + Int(random.next() % 5 == 0 ? random.next() % 900 : random.next() % 16)
        index.insert(ReaderIndex.Entry(rows, group: GroupID(all.count), reference: round))
        all.append(rows)
      }
      if round % 3 == 0 { index.prepare { _ in false } }
      #expect(index.brokenRules() == [])
      for _ in 0..<10 {
        let first = Int(random.next() % 3_100)
        let rows = first...first + Int(random.next() % 40)
        var found: Set<Int> = []
        index.forEach(covering: rows) { found.insert($0.group.index) }
        #expect(found == Set(all.indices.filter { all[$0].overlaps(rows) }), "\(rows)")
        let readers = all.indices.filter { all[$0].contains(first) }
        switch index.reader(of: first) {
        case .nobody: #expect(readers.isEmpty, "\(first)")
        case .one(let entry): #expect(readers == [entry.group.index], "\(first)")
        case .unknown: continue
        }
      }
    }
    #expect(index.count == all.count)
  }

  @Test("Of short entries that are sorted it is soon told who alone reads a row")
  func soleReader() {
    var index = ReaderIndex()
    func answer(_ row: Int) -> Int? {
      switch index.reader(of: row) {
      case .nobody: -1
      case .one(let entry): entry.group.index
      case .unknown: nil
      }
    }
    #expect(answer(5) == -1)
    for row in 0..<100 where row % 10 != 3 {
      index.insert(ReaderIndex.Entry(row...row, group: GroupID(row), reference: 0))
    }
    #expect(answer(5) == nil, "not sorted yet")
    index.prepare { _ in false }
    for row in 0..<120 { #expect(answer(row) == (row < 100 && row % 10 != 3 ? row : -1)) }
    for row in 200..<300 { index.insert(ReaderIndex.Entry(row...row + 7, group: GroupID(row), reference: 0)) }
    index.prepare { _ in false }
    #expect(answer(50) == 50)
    #expect(answer(200) == 200)
    #expect(answer(201) == nil, "two")
    #expect(answer(306) == 299)
    #expect(answer(307) == -1)
    for row in 0..<60 { index.insert(ReaderIndex.Entry(row...900, group: GroupID(row), reference: 1)) }
    index.prepare { _ in false }
    #expect(answer(50) == nil, "long entries")
  }

  @Test(
    "The few entries of a small sheet are sorted, too, and whatever stands around the one of a row, it is told apart")
  func few() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      var index = ReaderIndex()
      var readers: [Int] = []
      for row in 0..<random.number(0...20) where random.number(0...9) > 0 {
        for _ in 0..<(random.number(0...9) == 0 ? 2 : 1) { readers.append(row) }
      }
      for (group, row) in readers.enumerated() {
        index.insert(ReaderIndex.Entry(row...row, group: GroupID(group), reference: 0))
      }
      index.prepare { _ in false }
      #expect(index.brokenRules() == [])
      for row in 0..<24 {
        let own = readers.indices.filter { readers[$0] == row }
        switch index.reader(of: row) {
        case .nobody: #expect(own.isEmpty, "\(row) of \(readers)")
        case .one(let entry): #expect(own == [entry.group.index], "\(row) of \(readers)")
        case .unknown: #expect(own.count > 1 || 1...4 ~= readers.count, "\(row) of \(readers)")
        }
      }
    }
  }

  @Test("Entries of dead groups go when new ones are sorted in among them")
  func dead() {
    var index = ReaderIndex()
    for row in 0..<100 { index.insert(ReaderIndex.Entry(row...row, group: GroupID(row), reference: nil)) }
    index.prepare { _ in false }
    for row in 0..<100 { index.insert(ReaderIndex.Entry(row...row, group: GroupID(100 + row), reference: nil)) }
    index.prepare { $0.index < 50 }
    #expect(index.count == 150)
    #expect(index.brokenRules() == [])
  }

  @Test("A reader of very many columns is found at each of them")
  func wide() {
    let readers = ReaderTable()
    let grid = GridID(rawValue: 2)
    let rows = Area(grid: grid, top: 3, left: 0, bottom: 3, right: Area.lastColumn)
    readers.insert(
      ReaderIndex.Entry(3...3, group: GroupID(1), reference: 0), in: grid, columns: 0...Area.lastColumn)
    readers.insert(ReaderIndex.Entry(0...9, group: GroupID(2), reference: 0), in: grid, columns: 4...5)
    var found: [Int] = []
    readers.forEach(in: grid, column: 4, rows: 2...3) { found.append($0.group.index) }
    #expect(found.sorted() == [1, 2])
    #expect(readers.readers(covering: rows).contains(ReaderTable.ReaderIdentity(group: GroupID(1), reference: 0)))
    #expect(!readers.readers(covering: rows).contains(ReaderTable.ReaderIdentity(group: GroupID(2), reference: 0)))
    #expect(readers.brokenRules() == [])
  }
}

@Suite("Dependency graph")
struct DependencyGraphTests {
  @Test("A group that reads rows above itself goes down, one that reads below goes up, a mixed one cell by cell")
  func directions() {
    for (formula, order) in [("A1+1", CycleGroup.Order.downwards), ("A3+1", .upwards), ("A1+A3", .byCell)] {
      let sheet = Graph()
      let id = sheet.add(formula, column: 0, rows: 1...20)
      sheet.graph.prepare()
      #expect(sheet.graph.cycleGroup(of: id)?.order == order, "\(formula)")
      #expect(sheet.brokenRules == [])
    }
  }

  @Test("A volatile group is dirty each time, one that tells of formulas when these have come, changed or gone")
  func starting() {
    let sheet = Graph()
    let now = sheet.add("NOW()", column: 0, rows: 0...0)
    let text = sheet.add("FORMULATEXT(A1)", column: 1, rows: 0...0)
    let plain = sheet.add("1", column: 2, rows: 0...0)
    sheet.graph.prepare()
    func marked(among ids: [GroupID]) -> [GroupID] {
      for id in ids { sheet.graph.settle([id]) }
      sheet.graph.markVolatile()
      sheet.graph.markFormulaReaders()
      return ids.filter { sheet.graph.formulas[$0].isDirty }
    }
    #expect(marked(among: [now, text, plain]) == [now, text])
    #expect(marked(among: [now, text, plain]) == [now])
    sheet.remove(plain)
    #expect(marked(among: [now, text]) == [now, text])
    sheet.remove(now)
    #expect(sheet.graph.starting.volatile == [])
  }

  @Test("A node is one group, a cycle group, or gone")
  func nodes() {
    let (single, first, second) = (GroupID(3), GroupID(4), GroupID(5))
    var nodes = GraphNodes()
    let one = nodes.append(single)
    let cycle = nodes.append(CycleGroup(members: [first, second], order: .byCell))
    func groups(of node: NodeID, _ nodes: borrowing GraphNodes) -> [GroupID] {
      var groups: [GroupID] = []
      nodes.forEachGroup(of: node) { groups.append($0) }
      return groups
    }
    let found = (groups(of: one, nodes), groups(of: cycle, nodes))
    #expect(found == ([single], [first, second]))
    let singles = (nodes.single(one), nodes.single(cycle))
    #expect(singles == (single, nil))
    let before = nodes.groupsOnCycles
    nodes.setHasCycle(true, of: cycle)
    let after = nodes.groupsOnCycles
    #expect(before == [] && after == [first, second])
    nodes.remove(one)
    let (gone, count) = (groups(of: one, nodes), nodes.count)
    #expect(gone == [] && count == 2)
  }

  @Test("Groups that read each other are one cycle group until one of them goes")
  func cycleGroups() {
    let sheet = Graph()
    let a = sheet.add("B1", column: 0, rows: 0...0)
    let b = sheet.add("A1", column: 1, rows: 0...0)
    let c = sheet.add("B1", column: 2, rows: 0...0)
    sheet.graph.prepare()
    #expect(sheet.graph.cycleGroup(of: a)?.members == [a, b])
    #expect(sheet.graph.cycleGroup(of: c) == nil)
    #expect(sheet.graph.cycles().map(\.count) == [2])
    sheet.remove(b)
    sheet.graph.prepare()
    #expect(sheet.graph.cycleGroup(of: a) == nil)
    #expect(sheet.brokenRules == [])
  }

  @Test("Only the rows that read what changed become dirty")
  func dirtiness() {
    let sheet = Graph()
    let b = sheet.add("A1*2", column: 1, rows: 0...99)
    let sum = sheet.add("SUM(B1:B50)", column: 2, rows: 0...0)
    sheet.graph.prepare()
    sheet.graph.settle([b])
    sheet.graph.settle([sum])
    sheet.graph.markReaders(in: sheet.sheet, column: 0, rows: 7...8)
    #expect(sheet.graph.takeDirtyRows(of: b) == [7...8])
    sheet.graph.markReaders(in: sheet.sheet, column: 1, rows: 50...60)
    #expect(sheet.graph.takeDirtyRows(of: sum) == [])
    sheet.graph.markReaders(in: sheet.sheet, column: 1, rows: 49...60)
    #expect(sheet.graph.takeDirtyRows(of: sum) == [0...0])
  }

  @Test("A range over thousands of single formulas has an edge per block and comes behind them all")
  func blocks() {
    let sheet = Graph()
    for row in 0..<3_000 { sheet.add("\(row)+C1", column: 0, rows: row...row) }
    let sum = sheet.add("SUM(A1:A3000)", column: 1, rows: 0...0)
    let groups = GroupGraph(sheet.graph)
    #expect(groups.vertexCount == 3_001 + 2)
    #expect(groups.targets.count < 2 * 3_000)
    sheet.graph.prepare()
    #expect(sheet.graph.formulas[sum].node?.index == 3_000)
    #expect(groups.readsItself == [])
  }

  @Test("Cells that read all cells of their own column, or a window of it, have a few edges each")
  func longReads() {
    for (formula, isCircle) in [("SUM(A$1:A$3000)", true), ("SUM(A1:A1000)", true), ("SUM(A2:A1000)", false)] {
      let sheet = Graph()
      let group = sheet.add(formula, column: 0, rows: 0...2_999)
      let cells = CycleCells([group], in: sheet.graph)
      #expect(cells.edges.targets.count < 40 * 3_000, "\(formula)")
      let components = cells.components()
      var found: [Int] = []
      var circles = 0
      for number in 0..<components.count {
        let component = cells.cells(of: components.component(number))
        if cells.isCycle(component) { circles += component.count }
        for cell in component { found.append(cells.place(of: cell).row) }
      }
      #expect(found.sorted() == Array(0..<3_000), "\(formula)")
      #expect(circles == (isCircle ? 3_000 : 0), "\(formula)")
      // Without a circle, what is read comes first: the lowest cell reads only what is not there.
      if !isCircle { #expect(found == Array((0..<3_000).reversed())) }
    }
  }

  @Test("A row belongs to its group alone, and a hole in the rules is told")
  func owners() {
    let sheet = Graph()
    let formulas = sheet.graph.formulas
    let run = sheet.add("A1", column: 1, rows: 2...5)
    let single = sheet.add("A1+1", column: 1, rows: 9...9)
    #expect(
      (0...10).map { formulas.group(in: sheet.sheet, column: 1, row: $0) } == [
        nil, nil, run, run, run, run, nil, nil, nil, single, nil,
      ])
    var found: [GroupID] = []
    formulas.forEachOwner(in: sheet.sheet, column: 1, rows: 5...9) { found.append($0) }
    #expect(found == [run, single])
    #expect(formulas.brokenRules() == [])
    formulas[run].isDead = true
    #expect(!formulas.brokenRules().isEmpty)
  }
}
