import CellModel
import Functions

/// What a condition decides for one element: a branch not yet evaluated, or a value at once.
enum Pick {
  case branch(Deferred)
  case value(CellValue)
}

/// A choice among deferred branches, made once or, when a condition is an array, once per element.
///
/// Conditions are settled one after another; an element that is decided is not asked again, and a branch that no element
/// picks is never evaluated. When every condition was a single value the picked branch is handed on as it is, so that a
/// reference stays a reference.
struct Choice {
  private let context: any EvaluationContext
  private var rows = 1
  private var columns = 1
  private var isArray = false
  private var picks: [Pick?] = [nil]

  init(in context: any EvaluationContext) { self.context = context }

  var isSettled: Bool { picks.allSatisfy { $0 != nil } }

  /// Decides what is still open by a condition of one value or an array; `nil` leaves an element open.
  mutating func settle(
    _ condition: Elements, _ decide: (CellValue) throws(CellError) -> Pick?
  ) throws(CellError) {
    try settle([condition]) { (values) throws(CellError) in try decide(values[0]) }
  }

  /// Decides what is still open by several values that are matched element by element.
  mutating func settle(
    _ conditions: [Elements], _ decide: ([CellValue]) throws(CellError) -> Pick?
  ) throws(CellError) {
    try grow(to: conditions)
    for row in 0..<rows {
      for column in 0..<columns where picks[row * columns + column] == nil {
        var values: [CellValue] = []
        for condition in conditions {
          values.append(condition.element(row, column))
        }
        do throws(CellError) {
          picks[row * columns + column] = try decide(values)
        } catch {
          picks[row * columns + column] = .value(.error(error))
        }
      }
    }
  }

  private mutating func grow(to conditions: [Elements]) throws(CellError) {
    let arrays = conditions.compactMap(\.array)
    guard !arrays.isEmpty else { return }
    isArray = true
    let newRows = arrays.reduce(rows) { max($0, $1.rows) }
    let newColumns = arrays.reduce(columns) { max($0, $1.columns) }
    guard newRows != rows || newColumns != columns else { return }
    guard newRows * newColumns <= CellArray.limit else { throw .value("The array would be too large.") }
    var grown: [Pick?] = []
    grown.reserveCapacity(newRows * newColumns)
    for row in 0..<newRows {
      for column in 0..<newColumns {
        let oldRow = rows == 1 ? 0 : row
        let oldColumn = columns == 1 ? 0 : column
        if oldRow < rows, oldColumn < columns {
          grown.append(picks[oldRow * columns + oldColumn])
        } else {
          grown.append(.value(.error(.notAvailable("The arrays differ in size."))))
        }
      }
    }
    picks = grown
    rows = newRows
    columns = newColumns
  }

  /// The result; what no condition decided is the error of the fallback.
  ///
  /// - Parameter outside: The branch of elements that lie outside of the conditions; without one they are `#N/A`.
  func operand(otherwise fallback: CellError, outside: Deferred? = nil) throws(CellError) -> Operand {
    guard isArray else {
      switch picks[0] {
      case .branch(let branch)?: return Self.handedOn(branch.operand)
      case .value(let value)?: return .value(value)
      case nil: throw fallback
      }
    }
    var branches: [ObjectIdentifier: Elements] = [:]
    var height = rows
    var width = columns
    for case .branch(let branch)? in picks + [outside.map(Pick.branch)] where branches[ObjectIdentifier(branch)] == nil
    {
      let elements = Elements(branch.operand, in: context)
      branches[ObjectIdentifier(branch)] = elements
      if let array = elements.array {
        height = max(height, array.rows)
        width = max(width, array.columns)
      }
    }
    guard height * width <= CellArray.limit else { throw .value("The array would be too large.") }
    var results: [CellValue] = []
    results.reserveCapacity(height * width)
    for row in 0..<height {
      for column in 0..<width {
        let pickRow = rows == 1 ? 0 : row
        let pickColumn = columns == 1 ? 0 : column
        let isOutside = pickRow >= rows || pickColumn >= columns
        guard !isOutside || outside != nil else {
          results.append(.error(.notAvailable("The arrays differ in size.")))
          continue
        }
        switch isOutside ? outside.map(Pick.branch) : picks[pickRow * columns + pickColumn] {
        case .branch(let branch)?: results.append(branches[ObjectIdentifier(branch)]?.element(row, column) ?? .blank)
        case .value(let value)?: results.append(value)
        case nil: results.append(.error(fallback))
        }
      }
    }
    return CellArray(rows: height, columns: width, results).operand
  }

  /// A picked operand: a branch that was left empty, as in `IF(a,,b)`, is blank, which a cell shows as 0.
  static func handedOn(_ operand: Operand) -> Operand {
    switch operand {
    case .omitted: .value(.blank)
    case .deferred(let deferred): handedOn(deferred.operand)
    default: operand
    }
  }
}

/// An operand as what an element-by-element rule sees: one value for all elements, or an array.
struct Elements {
  private let value: CellValue
  let array: CellArray?

  /// Reads an operand; a reference to several cells is an array, an omitted operand is blank, an error is a value.
  init(_ operand: Operand, in context: any EvaluationContext) {
    let read: CellValue
    switch operand {
    case .value(let value): read = value
    case .omitted: read = .blank
    case .deferred(let deferred):
      self = Elements(deferred.operand, in: context)
      return
    case .reference(let reference):
      do throws(CellError) { read = try context.value(of: reference) } catch { read = .error(error) }
    }
    value = read
    array = read.array
  }

  /// The value for an element of a larger result; `#N/A` outside an array.
  func element(_ row: Int, _ column: Int) -> CellValue {
    guard let array else { return value }
    return array.broadcast(row, column) ?? .error(.notAvailable("The arrays differ in size."))
  }
}

extension Parameter where Value == Deferred? {
  /// Something to ask for the operand; `nil` when the call has no such argument, not even an empty one.
  static func optionalDeferred(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help, isRequired: false, isDeferred: true)) { (call) throws(CellError) in
      guard call.position < call.count else {
        _ = call.next()
        return nil
      }
      switch call.next() {
      case .deferred(let deferred): return deferred
      case let operand: return Deferred(settled: operand)
      }
    }
  }
}
