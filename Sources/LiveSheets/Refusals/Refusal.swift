import CellModel
import Diagnostics
import LiveWorkbooks
import SheetPrograms
import SheetText

/// Why a change from outside is not made; all is as before.
package struct Refusal: Error, Sendable {
  package enum Kind: Sendable {
    case unknown, formula, type, domain, condition, place
    /// The number of arguments or the payload of an event or action.
    case payload
  }

  package let kind: Kind
  /// What should have changed, as it was named.
  package let cell: String
  package let message: String
  /// The name that was probably meant.
  package let suggestion: String?
  let endurance: Endurance

  /// - Parameters:
  ///   - cell: What should have changed.
  ///   - name: What the words speak of, such as a column of it, if that is something else.
  package init(_ fact: RefusalFact, of cell: String, speakingOf name: String? = nil) {
    kind = fact.kind
    self.cell = cell
    message = fact.words(for: name ?? cell)
    suggestion = fact.suggestion
    endurance = fact.endurance
  }

  /// How long the reason stands.
  enum Endurance {
    /// Whatever happens to the sheet.
    case always
    /// As long as no row of a table comes or goes.
    case whileRowsStay
    /// Until something happens.
    case forNow
  }
}

/// What can keep a change from being made, as data.
package enum RefusalFact: Sendable {
  // MARK: What is named
  case notFound(LookupFailure)
  /// Nothing of a kind, which is told in a word, has the name.
  case unknown(String, near: String?)
  /// Its definition could not be read.
  case unread
  /// A trigger was asked for, and the name is that of something else.
  case notATrigger(CellInfo.Kind)
  case notAnEvent(near: String)
  case notAnAction
  case moreThanOneCell(first: String)
  case follows(CellInfo.Kind)
  case ofEvent(takesPayload: Bool)
  case formula(String?)
  /// Its formula is made of what its definition says, as that of modes.
  case composed
  /// A cell of a used workbook that cannot be set.
  case ofWorkbook(SettingObstacle)

  // MARK: What is given
  case errorValue(ErrorCode)
  /// - `found` says what the value is instead.
  case wrongType(ValueType, found: String, near: String? = nil)
  /// The ends of the range come as they are shown.
  case outOfRange(String, String, shown: String, near: String? = nil)
  case noChoice(among: String, shown: String, near: String?)
  /// The cells that the domain names leave nothing in it.
  case emptyDomain(shown: String)
  case condition(String, shown: String)
  case notEnabled(String)

  // MARK: Rows
  case noRow(Double, count: Int)
  case noRowToInsertBefore(Int, count: Int)
  /// Each row has names of its own.
  case fixedRows
  case tooManyValues(Int, most: Int)
  case rowNumber
  case noRowNamed

  // MARK: Grids
  case structure(StructureObstacle)
  /// Cells of a workbook are moved by the program that it belongs to.
  case ofWorkbookGrid

  // MARK: Events, actions, services
  case madeOfAStream
  case payloadCount(Int)
  case noPayload
  case argumentCount(Int, wanted: Int)
  case badArguments
  case noOpenCall(madeCount: Int, cancelled: Int)
  /// There are open calls, but not so many.
  case noSuchCall(Int, openCount: Int)
  case callNumber
  case notTogether
}

extension RefusalFact {
  var endurance: Refusal.Endurance {
    switch self {
    case .unread, .notEnabled, .rowNumber, .noOpenCall, .noSuchCall, .callNumber, .formula(nil), .structure,
      .notTogether:
      .forNow
    case .notFound, .noRow, .noRowToInsertBefore, .moreThanOneCell: .whileRowsStay
    case .unknown, .notATrigger, .notAnEvent, .notAnAction, .follows, .ofEvent, .formula, .composed, .ofWorkbook,
      .errorValue, .wrongType, .outOfRange, .noChoice, .emptyDomain, .condition, .tooManyValues, .noRowNamed,
      .ofWorkbookGrid, .fixedRows, .madeOfAStream, .payloadCount, .noPayload, .argumentCount, .badArguments:
      .always
    }
  }

  var kind: Refusal.Kind {
    switch self {
    case .notFound, .unknown, .unread, .notATrigger, .notAnEvent, .notAnAction: .unknown
    case .follows, .ofEvent, .formula, .composed, .ofWorkbook, .ofWorkbookGrid, .fixedRows: .formula
    case .errorValue, .wrongType: .type
    case .outOfRange, .noChoice, .emptyDomain: .domain
    case .condition, .notEnabled: .condition
    case .moreThanOneCell, .noRow, .noRowToInsertBefore, .tooManyValues, .rowNumber, .noRowNamed, .noOpenCall,
      .noSuchCall, .callNumber, .notTogether, .structure:
      .place
    case .madeOfAStream, .payloadCount, .noPayload, .argumentCount, .badArguments: .payload
    }
  }
}
