import Diagnostics

/// Everything that can be wrong with the text of a sheet.
enum SheetFinding {
  // MARK: Files
  case notText(at: SourceSpan, _ reason: NotText)
  case more(_ count: Int)
  case lineTooLong(at: SourceSpan)
  case strayBracket(_ bracket: String, at: Int)
  case unclosed(_ open: StaticString, at: Int, _ close: StaticString, missingAt: SourceSpan)

  // MARK: Statements
  case unknownStatement(at: SourceSpan, didYouMean: String? = nil, meant: String? = nil)
  case looseContinuation(at: SourceSpan)
  /// A block that begins on a line of its own.
  case looseBlock(at: SourceSpan)
  case missingEquals(behind: WrittenText, at: SourceSpan, value: String)
  /// - Parameter sign: What stands in place of the `=`.
  case colonForEquals(_ name: WrittenText, sign: StaticString, at: SourceSpan)
  case doubledEquals(_ target: String, at: SourceSpan)
  case foreignComment(at: SourceSpan)
  case clauseOutsideState(at: SourceSpan)
  case needlessWord(_ word: WrittenText, before: String)
  case stepOutsideTest(_ word: WrittenText)
  case unexpected(_ text: String, at: SourceSpan, meant: String? = nil)
  case sheetOfWords(_ name: String, at: SourceSpan)

  // MARK: Names
  case missingName(of: StaticString, at: SourceSpan)
  case addressAsName(_ name: WrittenText)
  case reservedName(_ name: WrittenText)
  case badName(_ name: WrittenText)
  case badTarget(_ target: WrittenText)
  case duplicate(_ what: StaticString, _ name: WrittenText, first: WrittenText)

  // MARK: Pieces
  case missingExpression(_ what: StaticString, at: SourceSpan)
  case unterminatedText(at: SourceSpan)
  case missingFormat(at: SourceSpan)
  case badFormat(WrittenText, reason: String)
  case misreading(Misreading)
  /// - Parameter rest: What stands in place of the label and behind it.
  case missingLabel(of: StaticString, at: SourceSpan, rest: String)
  case missingColon(before: StaticString, at: SourceSpan)
  case arrowForColon(_ arrow: String, at: SourceSpan)
  /// Several streams in one clause.
  case severalStreams(_ streams: String, at: SourceSpan)
  case missingParenthesis(at: SourceSpan)
  case notOnlyName(ofParameter: WrittenText, at: SourceSpan)
  /// - Parameter type: What the payload is declared to be.
  case payloadInParentheses(_ event: WrittenText, type: String, at: SourceSpan)
  /// Modes without a mode.
  case noModes(WrittenText)
  case missingBlock(of: StaticString, at: SourceSpan)
  case missingPath(after: StaticString, at: SourceSpan)
  case missingAlias(at: SourceSpan)
  case missingArrow(at: SourceSpan)
  case missingOver(behind: WrittenText, at: SourceSpan)
  case missingWhen(at: SourceSpan)
  /// Another word before the condition of an action.
  case wordForWhen(_ word: WrittenText)
  /// A comma between what an action does first and what it does then.
  case commaBetweenSteps(_ first: String, _ then: String, at: SourceSpan)
  /// An arrow before the type of what a service answers.
  case arrowForType(_ arrow: String, _ type: String, at: SourceSpan)
  case missingPosition(at: SourceSpan)

  // MARK: Types and domains
  case missingType(at: SourceSpan)
  case unknownType(_ text: String, at: SourceSpan)
  /// - Parameter text: What stands for the kind of a chart; empty when nothing does.
  case unknownChart(_ text: String, at: SourceSpan)
  case unknownOption(_ text: String, at: SourceSpan)
  case badOption(_ name: String, at: SourceSpan)
  case missingIn(_ domain: String, at: SourceSpan)
  /// A default behind the condition of an input, both as they are written.
  case defaultBehindCondition(_ value: String, _ condition: String, at: SourceSpan)
  case domainOfState(_ name: String, at: SourceSpan)
  /// With the domain that was meant, where that is plain.
  case badDomain(at: SourceSpan, meant: String?)
  case emptyDomain(_ lower: String, _ upper: String, at: SourceSpan)

  // MARK: Tables
  case rowOutsideTable(at: SourceSpan)
  /// - Parameter bound: The input of a row that something was to be bound to.
  case unknownTableItem(at: SourceSpan, bound: String?)
  case countedAndWritten(at: SourceSpan, row: SourceSpan)
  case countedInFile(at: SourceSpan, _ source: WrittenText)
  case tooManyRows(at: SourceSpan, most: Int)
  case rowLength(_ row: TableRow, _ header: TableHeader)
  case missingBar(at: SourceSpan)
  /// What makes a formula of a cell in the list of modes.
  case formulaInModes(at: SourceSpan)
  /// A formula of a column, or a clause, behind the last bar of a row.
  case itemBehindRow(at: SourceSpan)
  case emptyHeader(at: SourceSpan)
  case cellNotOfType(_ text: String, _ span: SourceSpan, _ column: String, _ type: WrittenType)
  case badTableChange(at: SourceSpan, meant: String? = nil)
  case severalColumns(at: SourceSpan)
  case unknownClause(of: StaticString, help: StaticString, at: SourceSpan)
  case badActionClause(at: SourceSpan)
  case modeLength(_ mode: ModesDefinition.Mode, _ cells: [SheetFormula])
  case modeTwice(_ label: WrittenText, _ first: WrittenText)

  // MARK: Tests
  case unknownStep(at: SourceSpan, meant: String? = nil)
  /// Another word than those with which a service answers, and the one that is meant.
  case wordForAnswer(_ word: WrittenText, meant: String)
  case comparisonAsStep(_ text: String, at: SourceSpan)
  /// An answer that says which call it is for by its arguments.
  case answerWithArguments(of: String, at: SourceSpan)
  /// Several values behind the name of an action or event, without parentheses.
  case bareArguments(of: String, _ values: String, at: SourceSpan)
  case badGiven(at: SourceSpan)
  case missingComma(before: String, of: StaticString, at: SourceSpan)
  case unitOfSeconds(_ seconds: String, at: SourceSpan)
  case notAChange(at: SourceSpan)

  // MARK: Editing
  case undefined(_ name: String)
  case columnOfFile(_ column: String, of: String)
  /// A new name under which another place of the text would mean something else.
  case nameHidden(_ name: String)
  /// A field that is a column to be renamed if what it is read of is a row of the table.
  case fieldInDoubt(_ field: WrittenText, in: String?, of: String)
  case nameInUse(_ name: WrittenText)
  case nameOfFunction(_ name: WrittenText, at: SourceSpan)
  case notSettable(_ name: String, at: SourceSpan)

  // MARK: Words
}

extension SheetFinding: DiagnosticFact {
  var code: DiagnosticCode {
    switch self {
    case .notText: .notText
    case .more: .moreFindings
    case .lineTooLong: .lineTooLong
    case .strayBracket: .strayBracket
    case .unclosed: .unclosedBracket
    case .unknownOption, .unknownStatement, .looseContinuation, .looseBlock, .foreignComment, .clauseOutsideState:
      .unknownStatement
    case .missingEquals, .colonForEquals, .doubledEquals: .missingEquals
    case .needlessWord: .needlessWord
    case .stepOutsideTest: .stepOutsideTest
    case .unexpected, .sheetOfWords: .unexpectedText
    case .missingName, .emptyHeader: .missingName
    case .addressAsName: .addressAsName
    case .reservedName: .reservedName
    case .badName: .badName
    case .badTarget: .badTarget
    case .duplicate(let what, _, _): what.description == "column" ? .duplicateColumn : .duplicateParameter
    case .missingExpression: .missingExpression
    case .unterminatedText: .unterminatedText
    case .missingFormat: .missingFormat
    case .badFormat: .badFormat
    case .misreading: .misreading
    case .missingLabel: .missingLabel
    case .missingColon, .arrowForColon, .arrowForType: .missingColon
    case .missingParenthesis: .missingValues
    case .missingBlock, .noModes: .missingBlock
    case .missingPath: .missingPath
    case .missingAlias: .missingAlias
    case .missingArrow: .missingArrow
    case .missingOver: .missingOver
    case .missingWhen, .wordForWhen: .missingWhen
    case .missingPosition: .missingPosition
    case .missingType: .missingType
    case .unknownType, .unknownChart: .unknownType
    case .badOption: .badNumber
    case .badDomain, .missingIn, .domainOfState: .badDomain
    case .emptyDomain: .emptyDomain
    case .rowOutsideTable: .rowOutsideTable
    case .unknownTableItem: .unknownTableItem
    case .countedAndWritten, .countedInFile, .tooManyRows: .rowCount
    case .rowLength: .rowLength
    case .missingBar: .missingBar
    case .cellNotOfType: .cellType
    case .badTableChange, .severalColumns: .badTableChange
    case .unknownClause, .badActionClause: .unknownClause
    case .modeLength: .modeLength
    case .modeTwice: .definedTwice
    case .unknownStep, .wordForAnswer, .comparisonAsStep, .answerWithArguments: .unknownStep
    case .badGiven: .badGiven
    case .missingComma, .commaBetweenSteps, .severalStreams, .unitOfSeconds, .bareArguments: .unexpectedText
    case .itemBehindRow, .formulaInModes: .unexpectedText
    case .notOnlyName, .payloadInParentheses, .defaultBehindCondition: .unexpectedText
    case .notAChange: .notAChange
    case .undefined: .undefined
    case .nameInUse, .columnOfFile, .nameHidden, .fieldInDoubt: .nameInUse
    case .nameOfFunction: .hidesFunction
    case .notSettable: .notSettable
    }
  }

  var severity: Diagnostic.Severity {
    switch self {
    case .more, .misreading: .note
    default: .error
    }
  }
}
