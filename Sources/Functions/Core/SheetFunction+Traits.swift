extension SheetFunction {
  /// What is to be known of a function before it is called.
  ///
  /// Whoever treats some functions otherwise than others asks for a trait, so that none is chosen by its name: a
  /// function of a program may have it as well.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    // MARK: What it reads

    /// Dirty at the start of every recalculation.
    public static let volatile = Traits(rawValue: 1 << 0)
    /// Reads cells that its text does not name, so what it reads is known only after it ran.
    public static let readsDynamically = Traits(rawValue: 1 << 1)
    /// Looks only at where a reference points, not at what is there, as ROW does.
    public static let ignoresValues = Traits(rawValue: 1 << 5)
    /// Is run once for each element of an array of references, as SUBTOTAL for what OFFSET gives.
    public static let takesEachReference = Traits(rawValue: 1 << 12)
    /// Looks at few elements of the arrays that it is given, as INDEX, or counts itself how many it reads.
    public static let readsParts = Traits(rawValue: 1 << 13)
    /// Looks only at where its first argument points, and reads what it finds from there, as OFFSET does.
    public static let beginsAtFirst = Traits(rawValue: 1 << 14)
    /// Tells which formulas stand in cells, whatever they come to, so that it may be another thing after any of them
    /// has changed.
    public static let readsFormulas = Traits(rawValue: 1 << 15)
    /// Reads its third argument from the corner of it on, in the size of its first, as SUMIF.
    public static let resizesThird = Traits(rawValue: 1 << 16)
    /// Reads its first argument as the text of a reference, as INDIRECT.
    public static let readsReferenceTexts = Traits(rawValue: 1 << 22)
    /// Reads the pivot tables of a workbook, which stand in no cell.
    public static let readsPivots = Traits(rawValue: 1 << 23)
    /// Reads how texts are pronounced, which stands beside the cells of a workbook.
    public static let readsPronunciations = Traits(rawValue: 1 << 24)
    /// Tells more of a cell than its value, such as its place and its format, as CELL.
    public static let tellsFactsOfCells = Traits(rawValue: 1 << 25)
    /// Tells of the program in which it is called, as INFO.
    public static let tellsFactsOfProgram = Traits(rawValue: 1 << 26)
    /// Passes over the cells of a range whose formulas call it or its kin, as SUBTOTAL.
    public static let leavesOutSubtotals = Traits(rawValue: 1 << 27)

    // MARK: What it gives

    /// May give an array even when no argument is one.
    public static let spills = Traits(rawValue: 1 << 2)
    /// A number that it gives is a date.
    public static let givesDate = Traits(rawValue: 1 << 3)
    /// A number that it gives is a date with a time of day.
    public static let givesDateTime = Traits(rawValue: 1 << 4)
    /// A number that it gives is a time of day.
    public static let givesTime = Traits(rawValue: 1 << 6)
    /// A number that it makes of others has the kind that they have in common, as a sum has.
    public static let keepsKind = Traits(rawValue: 1 << 7)
    /// A number that it makes has the kind that the numbers of its first argument have in common.
    public static let keepsKindOfFirst = Traits(rawValue: 1 << 8)
    /// A number that it makes has the kind of its third argument, or of its first where there is none, as SUMIF.
    public static let keepsKindOfThird = Traits(rawValue: 1 << 9)
    /// Without an argument gives the number of the row in which the formula stands, as ROW.
    public static let tellsOwnRow = Traits(rawValue: 1 << 17)
    /// Without an argument gives the number of the column in which the formula stands, as COLUMN.
    public static let tellsOwnColumn = Traits(rawValue: 1 << 20)
    /// Without an argument tells of the sheet in which the formula stands, or of its file, as SHEET.
    public static let tellsOwnSheet = Traits(rawValue: 1 << 21)
    /// Puts the texts of single values together as `&` does, as CONCAT.
    public static let joinsTexts = Traits(rawValue: 1 << 18)
    /// Makes of one cell what it makes of the value there, as TEXTJOIN.
    public static let takesCellsAsValues = Traits(rawValue: 1 << 44)
    /// Gives a part of its first argument and looks at none of the values there, as INDEX.
    public static let givesPartOfFirst = Traits(rawValue: 1 << 19)
    /// May give a reference, and that to several cells, as OFFSET.
    public static let givesReferences = Traits(rawValue: 1 << 28)
    /// Gives the place of what it finds, counted from 1, as MATCH.
    public static let findsPosition = Traits(rawValue: 1 << 29)
    /// Looks for a number in its second argument, and where all numbers there are one smaller number, beside errors, gives what
    /// stands at the last place of it in the third, as LOOKUP.
    public static let findsLastOfEquals = Traits(rawValue: 1 << 45)
    /// Gives the number of rows, as ROWS.
    public static let countsRows = Traits(rawValue: 1 << 30)
    /// Gives the number of columns, as COLUMNS.
    public static let countsColumns = Traits(rawValue: 1 << 31)
    /// Gives an array that it makes of all of its arguments, as MMULT.
    public static let givesMatrices = Traits(rawValue: 1 << 32)
    /// Gives its argument with rows for columns, as TRANSPOSE.
    public static let turnsRows = Traits(rawValue: 1 << 42)

    // MARK: How it takes arrays

    /// Came to Excel with its Analysis ToolPak and is strict about the arguments that it reads as one value.
    ///
    /// A range of several cells and a logical are `#VALUE!`, and an argument that is left empty is `#N/A`, unless it
    /// may be left out. Arrays lift. Arguments that are read as a range, such as holidays, have rules of their own.
    public static let analysisToolPak = Traits(rawValue: 1 << 11)
    /// Refuses a range of several cells with `#VALUE!` where it takes one value, while arrays lift, as the field of DSUM.
    public static let refusesRanges = Traits(rawValue: 1 << 46)
    /// In LibreOffice it is like any other function, though it came to Excel with the Analysis ToolPak: it takes one
    /// cell of a range, and lifts where an array is asked for.
    public static let isOrdinaryInOpenFormula = Traits(rawValue: 1 << 40)
    /// What is computed in an argument is an array without being told to, also in a formula of the time before arrays
    /// spilled, as in SUMPRODUCT (the class of arrays in MS-XLS, 2.2.2.1).
    public static let computesArrays = Traits(rawValue: 1 << 33)
    /// What is computed in its first argument is such an array, as in INDEX.
    public static let computesArrayOfFirst = Traits(rawValue: 1 << 34)
    /// What is computed in any argument but the first is such an array, as in LOOKUP.
    public static let computesArraysBehindFirst = Traits(rawValue: 1 << 35)
    /// What is searched, its second argument, is such an array in OpenFormula, as in MATCH (OpenDocument 1.3 part 4, §3.3).
    public static let searchesArrays = Traits(rawValue: 1 << 38)
    /// Tells a logical from a number, also where logicals are counted as numbers, as ISLOGICAL.
    public static let tellsLogicals = Traits(rawValue: 1 << 39)
    /// Takes the first cell of a range, but each element of an array, as N.
    public static let takesFirstCells = Traits(rawValue: 1 << 36)
    /// To each of its arguments an array is what the range is that it came from, as to those of SUMPRODUCT.
    public static let takesArraysForRanges = Traits(rawValue: 1 << 41)
    /// Adds the products of the elements that its arguments have in one place; what is no number counts as 0, as in SUMPRODUCT.
    public static let addsProducts = Traits(rawValue: 1 << 43)

    // MARK: How it comes to its number

    /// Comes to its number by trying again and again, so that a call costs as much as many others.
    public static let iterates = Traits(rawValue: 1 << 10)
    /// Stops where its number is near enough, so that other programs have other last digits, as IRR.
    public static let stopsWhenNear = Traits(rawValue: 1 << 37)

    /// What depends on more than the operands of a call, or on no more than where they stand or a few of their elements.
    static let beyondOperands: Traits = [
      .volatile, .readsDynamically, .ignoresValues, .readsParts, .beginsAtFirst, .readsFormulas, .resizesThird,
      .readsReferenceTexts, .readsPivots, .readsPronunciations, .tellsFactsOfCells, .tellsFactsOfProgram,
      .givesPartOfFirst, .givesReferences, .tellsOwnRow, .tellsOwnColumn, .tellsOwnSheet,
    ]
    /// What depends on where the operands stand, and without one on where the formula does.
    static let ofPlaces: Traits = [.ignoresValues, .tellsOwnRow, .tellsOwnColumn]
  }

  /// Whether it tells the number of its own row or column, or of those of its argument.
  package var tellsRowsOrColumns: Bool { !traits.isDisjoint(with: [.tellsOwnRow, .tellsOwnColumn]) }

  /// What it makes of the elements of one array, taken one by one, or of their products; `nil` where there is more to it.
  package var aggregateOfElements: NumberAggregate? { addsProducts ? .sum : form == .call ? aggregate : nil }

  /// Whether it takes any number of numbers, and makes the same of a plain number and of a cell that holds it.
  package var takesManyNumbers: Bool { arity.max == nil && declaration.numericBody != nil }

  /// Whether it reads nothing of its first argument, where that is an array, but the numbers there one after the other.
  package var readsNumbersOfFirst: Bool {
    (declaration.rules.dependsOnlyOnOperands || declaration.rules.mayReadParts)
      && parameters.first?.reading == .numbers
  }

  /// Whether it multiplies the elements that its arguments have in one place, and adds the products.
  package var addsProducts: Bool { traits.contains(.addsProducts) }

  /// Whether what it gives for an element of an array depends on that element alone, and on the other arguments.
  package var isElementwise: Bool {
    declaration.rules.dependsOnlyOnOperands && declaration.rules.liftedParameters.allSatisfy { $0 }
      && traits.isDisjoint(with: [.spills, .takesFirstCells, .takesEachReference, .iterates])
  }

  /// Whether it has another value at another time or elsewhere, while all that it reads of a sheet stays the same.
  package var isUnsteady: Bool {
    traits.contains(.volatile) && !traits.contains(.readsDynamically)
      || !traits.isDisjoint(with: [.tellsFactsOfCells, .tellsFactsOfProgram])
  }

  /// Whether the function that AGGREGATE has under a number takes one array and a parameter, as LARGE does.
  package static func takesArray(aggregate number: Double) -> Bool { (14..<20).contains(number) }
}
