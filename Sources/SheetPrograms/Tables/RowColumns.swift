import Diagnostics
import SheetText

/// The columns of a table of sheets: one for each named cell, and those that come with actions.
///
/// Inputs come first, then what is shown, then what comes with actions and events.
struct RowColumns {
  private(set) var columns: [TableColumn] = []
  /// The names with dots of cells, actions and events in the rows, in lower case.
  private(set) var paths: Set<String> = []
  private(set) var findings: [Diagnostic] = []

  init(_ units: [SheetUnit], _ moments: [ActionMoment]) {
    var inputs: [TableColumn] = []
    var shown: [TableColumn] = []
    var hidden: [TableColumn] = []
    for unit in units {
      if unit.workbook != nil, let span = unit.useSpan {
        findings.append(ProgramFinding.notInRows("the cells of a workbook", span).diagnostic)
      }
      for statement in unit.document.statements {
        let meaning = statement.meaning
        if let (what, span) = meaning.obstacleInRows {
          findings.append(unit.located(ProgramFinding.notInRows(what, span)))
          continue
        }
        if let span = statement.gridAddress, unit.shared?.declared.usesGrid != true {
          findings.append(unit.located(ProgramFinding.notInRows("addresses of a grid", span)))
        }
        guard let name = meaning.definedName, !meaning.isNameOfProgram else { continue }
        let fullName = unit.fullName(name.text)
        if meaning.isTrigger, fullName.contains(".") { paths.insert(fullName.lowercased()) }
        for cell in meaning.cells(moments) {
          let column = TableColumn(
            name: cell.name(of: fullName), kind: cell.kind, content: cell.content, format: cell.format,
            documentation: cell.part == nil ? statement.documentation?.text : nil, span: name.span, unit: unit,
            home: statement.grid)
          if cell.kind == .input {
            inputs.append(column)
          } else if cell.kind.comesWithEvents {
            hidden.append(column)
          } else {
            shown.append(column)
          }
        }
      }
    }
    var seen: Set<String> = []
    columns = (inputs + shown + hidden).filter { seen.insert($0.name.lowercased()).inserted }
    paths.formUnion(columns.map(\.name).filter { $0.contains(".") }.map { $0.lowercased() })
  }
}
