import CellModel

/// What a workbook's file holds, before anything is computed.
///
/// Formulas are texts, exactly as the file spells them; values of formulas are those that were stored when it was saved.
package struct Workbook: Sendable {
  package var sheets: [WorkbookSheet] = []
  package var names: [DefinedName] = []
  package var externalBooks: [ExternalBook] = []
  package var dateSystem = DateSystem.from1900
  package var calculation = CalculationSettings()
  /// The program that saved the file, with its version, such as `Microsoft Excel 16.0300`; empty when the file does not say.
  package var savedBy = ""
  /// Whether the file has not the pivot tables that its formulas may read: Excel writes none into OpenDocument.
  package var lacksPivots = false
  package var leftOut = LeftOut()
  /// The number format of each style, in Excel's notation.
  package var numberFormats: [String] = []

  package init() {}

  /// The number format of a style.
  package func numberFormat(ofStyle style: Int32) -> String {
    numberFormats.indices.contains(Int(style)) ? numberFormats[Int(style)] : "General"
  }
}

/// How a workbook wants to be calculated.
package struct CalculationSettings: Sendable, Hashable {
  /// How circular formulas settle.
  package struct Iteration: Sendable, Hashable {
    package var rounds: Int
    package var tolerance: Double

    package init(rounds: Int = 100, tolerance: Double = 0.001) {
      self.rounds = rounds
      self.tolerance = tolerance
    }
  }

  /// `nil` when circular formulas are an error.
  package var iteration: Iteration?
  /// Whether numbers are rounded to what their formats show.
  package var hasPrecisionAsDisplayed = false
  /// Whether a text may name a cell with a point behind its sheet, `Inputs.A1`.
  package var hasPointsBehindSheets = false
  /// Whether formulas ask for arrays as OpenFormula has it and not as Excel: conditions are some where one is asked for,
  /// as in `SUMPRODUCT(IF(A1:A3>1,1))`, and so is what is searched, as in `MATCH(1,(A1:A3>1)*1,0)`.
  package var followsOpenFormula = false
  /// How texts that are looked for are matched.
  package var textMatching = TextMatching.excel
  /// Whether the values may be older than what they depend on.
  var isManual = false
  /// Whether the values are to be computed anew before anybody sees them.
  package var isFullOnLoad = false

  package init() {}
}

/// A name with what it stands for, as a formula without `=`.
package struct DefinedName: Sendable, Hashable {
  package var name: String
  package var formula: String
  /// The sheet in which alone it is known, by its position; `nil` for a name of the whole workbook.
  package var sheet: Int?
  /// The cell for which its relative references are written, counted from 0: A1, unless the file tells another.
  package var row = 0
  package var column = 0
  /// Whether it stands for a table of OpenDocument whose first row has no names of columns.
  package var isTableWithoutHeader = false

  /// Whether a program gave the name and nobody else: that of what is printed, drawn or filtered, or of a function or a
  /// parameter that is younger than the format, which stands for `#NAME?`.
  package var isOfProgram: Bool {
    let name = name.lowercased()
    return Self.prefixesOfPrograms.contains { name.hasPrefix($0) } || name.hasPrefix("z_") && name.contains(".wvu.")
  }

  private static let prefixesOfPrograms = [prefixOfExcel, "_xlfn.", "_xleta.", "_xlpm.", "_xlchart."]

  /// What files have before the names that Excel itself gives.
  private static let prefixOfExcel = "_xlnm."

  /// The name that formulas have for one that Excel itself gives, such as `Print_Area`; `nil` for any other.
  package var nameOfExcel: String? {
    name.lowercased().hasPrefix(Self.prefixOfExcel) ? String(name.dropFirst(Self.prefixOfExcel.count)) : nil
  }

  package init(name: String, formula: String, sheet: Int? = nil) {
    self.name = name
    self.formula = formula
    self.sheet = sheet
  }
}

/// Another workbook that formulas refer to as `[1]`, with the values it had when this one was saved.
package struct ExternalBook: Sendable {
  package struct Sheet: Sendable {
    package var name: String
    package var cells: [(row: Int, column: Int, value: CellValue)] = []

    package init(name: String) { self.name = name }
  }

  package var target = ""
  package var sheets: [Sheet] = []
  package var names: [DefinedName] = []

  package init() {}
}
