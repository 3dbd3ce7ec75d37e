import CellModel
import Formulas
import Functions

/// Whether a stored and a computed value are the same, as exactly as the formula lets them be.
struct Agreement {
  /// The largest relative difference of two numbers.
  private var relative = 1e-9
  private var absolute = 1e-12
  private let isFromLibreOffice: Bool

  init(_ workbook: LiveWorkbook, at address: CellAddress) {
    isFromLibreOffice = workbook.contents.savedBy.hasPrefix("LibreOffice")
    if let tolerance = workbook.contents.calculation.iteration?.tolerance { absolute = max(tolerance, 1e-6) }
    if let tree = workbook.engine.formulas.tree(at: address),
      tree.stopsWhenNear(workbook.engine.catalog)
    {
      relative = 1e-7
    }
  }

  func holds(_ stored: CellValue, _ computed: CellValue) -> Bool {
    switch (stored, computed) {
    case (.number(let a, _), .number(let b, _)): return isEqual(a, b)
    case (.number(let a, _), .logical(let b)) where isFromLibreOffice: return a == (b ? 1 : 0)
    case (.logical(let a), .number(let b, _)) where isFromLibreOffice: return b == (a ? 1 : 0)
    // LibreOffice has no code in a file for its own errors, such as that of a wrong argument (Err:502), and writes #VALUE!.
    case (.error(let a), .error(let b)) where isFromLibreOffice && a.code == .value && b.code.isOfArguments: return true
    // There is no #NULL! in LibreOffice.
    case (.error(let a), .error(let b)) where isFromLibreOffice && a.code == .reference && b.code == .null: return true
    // Files of Excel have these two as #VALUE!, and what they are besides, which not everybody writes.
    case (.error(let a), .error(let b)) where a.code == .value && [.spill, .calculation].contains(b.code): return true
    case (.text(""), .blank): return true
    default: return stored == computed
    }
  }

  private func isEqual(_ a: Double, _ b: Double) -> Bool {
    a == b || abs(a - b) <= max(relative * max(abs(a), abs(b)), absolute)
  }
}

extension ErrorCode {
  /// Whether a function has it for arguments that it does not take.
  fileprivate var isOfArguments: Bool { [.number, .reference, .notAvailable, .divisionByZero].contains(self) }
}

extension FormulaTree {
  /// Whether it calls a function that stops at an accuracy of its own.
  fileprivate func stopsWhenNear(_ catalog: FunctionCatalog) -> Bool {
    nodes.contains { node in
      guard case .call(let name, _) = node else { return false }
      return catalog.function(named: name)?.traits.contains(.stopsWhenNear) == true
    }
  }
}
