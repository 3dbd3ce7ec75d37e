import CellModel
import Functions

/// Whether a table has headers and whether they are shown.
struct FieldHeaders {
  let areThere: Bool
  let areShown: Bool

  init(_ mode: Int?, values: CellArray, levels: Int, functions: FunctionVector) throws(CellError) {
    switch mode {
    case nil:
      let looksSo = values.rows > 1 && values[0, 0].text != nil && values[1, 0].number != nil
      areThere = looksSo
      areShown = looksSo && (levels > 1 || functions.layout == .across)
    case 0:
      areThere = false
      areShown = false
    case 1:
      areThere = true
      areShown = false
    case 2:
      areThere = false
      areShown = true
    case 3:
      areThere = true
      areShown = true
    default: throw .value("What is said of headers is 0, 1, 2 or 3.")
    }
  }

  /// The headers of some columns, made up from a word when there are none.
  func row(of array: CellArray, _ word: String) -> [CellValue] {
    areThere ? Array(array.row(0)) : (1...array.columns).map { .text("\(word) \($0)") }
  }
}

/// What some functions make of the values in some rows, and where the results stand.
///
/// One function goes with each column of values, several with the one column, and otherwise the first with the first
/// and so on. Functions side by side give columns with their names above; those below each other give rows with their
/// names at the left, and beside them the names of the values when there are several and headers are shown.
struct Summary {
  let functions: FunctionVector
  let values: CellArray
  let headers: FieldHeaders
  let all: [Int]
  private let pairs: [(function: Int, column: Int)]

  init(functions: FunctionVector, values: CellArray, headers: FieldHeaders, all: [Int]) throws(CellError) {
    self.functions = functions
    self.values = values
    self.headers = headers
    self.all = all
    let count = functions.applications.count
    if count == 1 {
      pairs = (0..<values.columns).map { (0, $0) }
    } else if values.columns == 1 {
      pairs = (0..<count).map { ($0, 0) }
    } else {
      guard count == values.columns else {
        throw .value("There are \(count) functions for \(values.columns) columns of values.")
      }
      pairs = (0..<count).map { ($0, $0) }
    }
  }

  /// How many results there are for a group.
  var count: Int { pairs.count }
  private var isStacked: Bool { functions.layout == .down }
  /// How many columns the results of a group take.
  var width: Int { isStacked ? 1 : pairs.count }
  /// How many results the groups can be sorted by.
  var sortableCount: Int { width }
  /// Whether the name of a column of values stands in each row of results.
  var namesValuesAtLeft: Bool { isStacked && headers.areShown && values.columns > 1 }

  /// The names that stand above the results when functions stand side by side.
  var functionNames: [CellValue]? { functions.layout == .across ? functions.names.map { .text($0) } : nil }

  /// The name of the column of values of each result.
  var valueNames: [CellValue] {
    let names = headers.row(of: values, "Value")
    return pairs.map { names[$0.column] }
  }

  /// Empty texts above the fields and what stands between them and the results.
  func leftBlanks(_ fields: Int) -> [CellValue] {
    Array(repeating: "", count: fields + (isStacked ? 1 : 0) + (namesValuesAtLeft ? 1 : 0))
  }

  /// The rows above the groups of GROUPBY: the names of functions, and the headers if they are shown.
  func head(of fieldNames: [CellValue]) -> [[CellValue]] {
    let left = leftBlanks(fieldNames.count)
    var lines: [[CellValue]] = []
    if let functionNames { lines.append(left + functionNames) }
    if headers.areShown {
      let names: [CellValue] = namesValuesAtLeft ? [""] : Array(valueNames.prefix(width))
      lines.append(fieldNames + left.dropFirst(fieldNames.count) + names)
    }
    return lines
  }

  /// The rows of one group: one, or one for each function.
  ///
  /// - Parameter columns: The results for each group across; GROUPBY has one.
  func lines(labels: [CellValue], columns: [[CellValue]]) -> [[CellValue]] {
    guard isStacked else { return [labels + columns.flatMap { $0 }] }
    let valueNames = namesValuesAtLeft ? valueNames : []
    return pairs.enumerated().map { (place, pair) in
      labels + [.text(functions.names[pair.function])] + valueNames.dropFirst(place).prefix(1)
        + columns.map { $0[place] }
    }
  }

  /// The results for some rows; a function of two arguments gets the values in `whole`, else all of them, as well.
  func results(of members: [Int], in whole: [Int]? = nil) -> [CellValue] {
    pairs.map { (number, column) in
      let function = functions.applications[number]
      var arguments: [Operand] = [.value(.array(part(members, column)))]
      if function.arity.min >= 2 { arguments.append(.value(.array(part(whole ?? all, column)))) }
      return function.element(of: function(arguments))
    }
  }

  private func part(_ rows: [Int], _ column: Int) -> CellArray {
    CellArray(column: rows.isEmpty ? [.blank] : rows.map { values[$0, column] })
  }
}
