import CellModel

extension Workbook {
  /// The same with days that count as Excel has them, where they count as in OpenDocument: cells that show a day show the same.
  ///
  /// Before March 1900 these numbers differ. Days before 1900, which Excel does not have, stay as they are.
  package var countedAsInExcel: Workbook {
    guard dateSystem == .from1899 else { return self }
    let showsDay = numberFormats.map { (try? NumberFormat($0))?.numberKind.isDay == true }
    func counted(_ value: CellValue, _ style: Int32) -> CellValue {
      guard case .number(let number, let kind) = value, (2..<61).contains(number),
        showsDay.indices.contains(Int(style)) && showsDay[Int(style)] || kind.isDay
      else { return value }
      return .number(dateSystem.numberInSheet(number), kind)
    }
    var workbook = self
    workbook.dateSystem = .from1900
    for position in workbook.sheets.indices {
      for (column, constants) in workbook.sheets[position].columns {
        for place in constants.values.indices {
          let value = constants.values[place]
          let own = counted(value, constants.styles[place])
          if own != value { workbook.sheets[position].columns[column]?.values[place] = own }
        }
      }
      for place in workbook.sheets[position].formulas.indices {
        let formula = workbook.sheets[position].formulas[place]
        if let stored = formula.stored {
          workbook.sheets[position].formulas[place].stored = counted(stored, formula.style)
        }
      }
    }
    return workbook
  }
}

/// The days of a workbook as those of a sheet, which counts from 1900 as Excel does, with a 29 February.
extension DateSystem {
  /// The number that a sheet has for a day of a workbook; for days before 1900, which no sheet has, one below 1.
  package func numberInSheet(_ number: Double) -> Double {
    switch self {
    case .from1900: number
    case .from1904: number + Self.daysBetween
    // In OpenDocument 60 is 28 February 1900, and 61 the day behind it.
    case .from1899: number < 61 ? number - 1 : number
    }
  }

  /// A number that a format shows, as a sheet has it; one that is no day of a sheet's calendar is a plain number there, as the
  /// workbook has it.
  ///
  /// - Parameter kind: That of the format.
  package func valueInSheet(_ number: Double, _ kind: NumberKind) -> CellValue {
    guard kind.isDay else { return .number(number, kind.shown(number)) }
    let day = numberInSheet(number)
    let isInCalendar = (1..<2_958_466).contains(day) || self == .from1900 && (0..<1).contains(day)
    return isInCalendar ? .number(day, kind.shown(day)) : .number(number)
  }

  /// The number that a workbook has for a day of a sheet.
  package func number(fromSheet number: Double) -> Double {
    switch self {
    case .from1900: number
    case .from1904: number - Self.daysBetween
    case .from1899: number < 60 ? number + 1 : number
    }
  }
}
