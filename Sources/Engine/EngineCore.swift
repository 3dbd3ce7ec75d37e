import CellModel
import Propagation

/// The part of an engine that its innermost loops read and write.
///
/// It lives in plain memory: a property of a class would be checked for exclusive access at each use, which costs as much
/// as evaluating a small formula.
struct EngineCore {
  /// Beside each grid: where its columns are.
  var columnTables = Store<ColumnTable>()
  var groups = Store<FormulaGroup>()
  /// The references of all groups; each group knows where its own stand.
  var references = Store<GroupReference>()
  /// Beside each template: its numeric program.
  var numericHandles = Store<NumericHandle>()
  /// The group of each node that has but one; -1 for a knot and for a node that is gone.
  var soleGroup = Store<Int32>()
  /// How many cells were evaluated, and how many of them came out equal.
  var evaluated = 0
  var cutOff = 0
  var recordsChanges = false
  /// Whether everything is dirty, so that nobody needs to be marked.
  var isFullRecalculation = false
  /// Whether any array spills or is blocked.
  var hasSpills = false

  func deallocate() {
    columnTables.deallocate()
    groups.deallocate()
    references.deallocate()
    numericHandles.deallocate()
    soleGroup.deallocate()
  }
}

extension Engine {
  var columnTables: Store<ColumnTable> {
    @inline(__always) get { core.pointee.columnTables }
    _modify { yield &core.pointee.columnTables }
  }

  var groups: Store<FormulaGroup> {
    @inline(__always) get { core.pointee.groups }
    _modify { yield &core.pointee.groups }
  }

  var references: Store<GroupReference> {
    @inline(__always) get { core.pointee.references }
    _modify { yield &core.pointee.references }
  }

  var numericHandles: Store<NumericHandle> {
    @inline(__always) get { core.pointee.numericHandles }
    _modify { yield &core.pointee.numericHandles }
  }

  var soleGroup: Store<Int32> {
    @inline(__always) get { core.pointee.soleGroup }
    _modify { yield &core.pointee.soleGroup }
  }

  var isFullRecalculation: Bool {
    @inline(__always) get { core.pointee.isFullRecalculation }
    set { core.pointee.isFullRecalculation = newValue }
  }
}
