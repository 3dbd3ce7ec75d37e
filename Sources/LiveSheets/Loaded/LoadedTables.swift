import CellModel

/// The tables of a loaded program, found by name and by grid.
///
/// - R1. ``add(_:)`` alone lengthens the list, and neither name nor grid of a table changes, so that what says where a table
///   stands stays true.
struct LoadedTables {
  var list: [LoadedTable] = []
  /// The place of the first table of a name, by key.
  private var numbersByName: [String: Int] = [:]
  private var numbersByGrid: [GridID: Int] = [:]
  /// The keys of tables whose files, and of definitions whose texts, could not be read.
  var unread: Set<String> = []
  /// The keys of columns whose names have dots, each behind that of its table.
  private(set) var dottedColumns: Set<String> = []

  func table(named name: String) -> LoadedTable? { number(named: name).map { list[$0] } }

  /// The table whose cells a grid holds.
  func table(in grid: GridID?) -> LoadedTable? { number(in: grid).map { list[$0] } }

  mutating func add(_ table: LoadedTable) {
    let key = table.name.lowercased()
    if numbersByName[key] == nil { numbersByName[key] = list.count }
    numbersByGrid[table.grid] = list.count
    list.append(table)
  }

  func number(named name: String) -> Int? { numbersByName[name.lowercased()] }

  /// The place of the table whose cells a grid holds; no grid holds those of none.
  func number(in grid: GridID?) -> Int? { grid.flatMap { numbersByGrid[$0] } }

  /// Makes columns whose names have dots known by them: `people[2].adding.username`, `people[adding.username]`.
  mutating func noteDottedColumns(_ paths: some Sequence<String>, of table: String) {
    for path in paths { dottedColumns.formUnion(Self.prefixes(of: path).map { "\(table).\($0)".lowercased() }) }
  }

  /// A path and every beginning of it that has a dot: `a.b.c` and `a.b`.
  private static func prefixes(of path: String) -> [String] {
    var prefixes = [path]
    var rest = path[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if rest.contains(".") { prefixes.append(String(rest)) }
    }
    return prefixes
  }
}
