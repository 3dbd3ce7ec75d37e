import CellModel

/// The words of each refusal.
extension RefusalFact {
  /// - Parameter name: What they speak of.
  func words(for name: String) -> String {
    switch self {
    case .notFound(let failure): failure.message
    case .unknown(let kind, _): "there is no \(kind) named \(name)"
    case .unread: "the definition of \(name) could not be read"
    case .notATrigger(let kind):
      "\(name) is \(kind.wordWithArticle), not an event or an action"
        + (kind.isSettable ? "; \(name) = 5 sets it" : "")
    case .notAnEvent: "\(name) is an action, not an event"
    case .notAnAction: "\(name) is an event, and only an action can be stopped"
    case .moreThanOneCell(let first): "\(name) is more than one cell; set one of them, such as \(first)"
    case .follows(let kind): "\(name) \(Self.words(forFollowing: kind))"
    case .ofEvent(let takesPayload):
      "\(name) is an event; it is fired by its name\(takesPayload ? " with the payload behind it" : "")"
    case .formula(let text):
      "\(name) is a formula\(text.map { ", \($0)," } ?? "") and can only be changed by its definition"
    case .composed: "\(name) follows from the conditions of its definition and can only be changed there"
    case .ofWorkbook(let obstacle): obstacle.words(for: name)
    case .errorValue(let code): "\(name) cannot be set to the error value \(code.text)"
    case .wrongType(let type, let found, _): "\(name) takes \(LiveFinding.name(of: type)), and \(found)"
    case .outOfRange(let low, let high, let shown, _): "\(name) must be in \(low)..\(high), and \(shown) is not"
    case .noChoice(let choices, let shown, _): "\(name) must be one of \(choices), and \(shown) is not"
    case .emptyDomain(let shown): "\(name) accepts nothing now, as its domain is empty, and so not \(shown)"
    case .condition(let text, let shown): "\(name) must satisfy \(text), and \(shown) does not"
    case .notEnabled(let words): words

    case .noRow(let row, let count): "\(name) has \(Self.rows(count)), so there is no row \(NumberText.general(row))"
    case .noRowToInsertBefore(let row, let count):
      "\(name) has \(Self.rows(count)), so none can be inserted before row \(row)"
    case .fixedRows:
      "the rows of \(name) have tables or cells of their own that differ, so they stay as the text has them"
    case .tooManyValues(let count, let most): "\(name) takes \(most) value\(most == 1 ? "" : "s") a row, not \(count)"
    case .rowNumber: "a row is a number, counted from 1"
    case .noRowNamed: "delete takes a row of a table, such as ledger[1]"

    case .structure(let obstacle): obstacle.message
    case .ofWorkbookGrid:
      "\(name) lies in a workbook, whose rows and cells stay where they are; sheaf convert makes a text of it"

    case .madeOfAStream: "\(name) is made of a stream, so it cannot be fired from outside"
    case .payloadCount(let count): "\(name) takes one payload, not \(count)"
    case .noPayload: "\(name) takes no payload"
    case .argumentCount(let count, let wanted):
      "\(name) takes \(wanted == 0 ? "no" : "\(wanted)") argument\(wanted == 1 ? "" : "s"), not \(count)"
    case .badArguments: "\(name) takes values with commas between them"
    case .noOpenCall(let count, let cancelled):
      "\(name) has no open call; \(Self.words(forCalls: count, cancelled: cancelled))"
    case .noSuchCall(let number, let count):
      "\(name) has \(count) open call\(count == 1 ? "" : "s"), so there is none to answer as \(name)[\(number)]"
    case .callNumber:
      "an open call of \(name) is a number, counted from 1, or from -1 back from the latest"
    case .notTogether: "this cannot be done together with other changes"
    }
  }

  private static func words(forFollowing kind: CellInfo.Kind) -> String {
    switch kind {
    case .state: "is a state and can only be changed by its events"
    case .fetch: "is a fetch, whose value comes from a service"
    default: "follows from what happens and cannot be set"
    }
  }

  /// What has become of the calls of a service of which none is open.
  private static func words(forCalls count: Int, cancelled: Int) -> String {
    func words(_ count: Int, _ one: String, _ many: String) -> String { count == 1 ? one : "\(count) \(many)" }
    if count == 0 { return "it was not called" }
    if cancelled == 0 { return "its \(words(count, "call is", "calls are")) answered" }
    if cancelled >= count { return "its \(words(count, "call was", "calls were")) cancelled" }
    let answered = count - cancelled
    return
      "of its \(count) calls \(answered) \(answered == 1 ? "is" : "are") answered and \(cancelled) \(cancelled == 1 ? "was" : "were") cancelled"
  }

  private static func rows(_ count: Int) -> String {
    count == 0 ? "no rows" : count == 1 ? "1 row" : "\(count) rows"
  }

  var suggestion: String? {
    switch self {
    case .notFound(let failure): failure.suggestion
    case .unknown(_, let near), .noChoice(_, _, let near), .outOfRange(_, _, _, let near),
      .wrongType(_, _, let near):
      near
    case .notAnEvent(let near): near
    case .structure(let obstacle): obstacle.suggestion
    default: nil
    }
  }
}
