/// The stable codes of everything that can be found wrong.
///
/// A code tells the kind of a finding to a program, to `--ignore`, and to the guide. It stays when the words change; two
/// rooms that find the same say so with the same code.
package enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // MARK: Formulas

  case argumentSeparator = "argument-separator"
  case arrayConstant = "array-constant"
  case badDate = "bad-date"
  case badNumber = "bad-number"
  case columnExpected = "column-expected"
  case curlyQuotes = "curly-quotes"
  case duplicateField = "duplicate-field"
  case fieldExpected = "field-expected"
  case formulaTooLong = "formula-too-long"
  case missingOperand = "missing-operand"
  case nestedTooDeeply = "nested-too-deeply"
  case notUtf8 = "not-utf-8"
  case raggedArray = "ragged-array"
  case singleQuotes = "single-quotes"
  case unclosedParenthesis = "unclosed-parenthesis"
  case unexpectedToken = "unexpected-token"
  case unknownErrorLiteral = "unknown-error-literal"
  case unknownOperator = "unknown-operator"
  case unknownTablePart = "unknown-table-part"
  case unterminatedText = "unterminated-text"

  // MARK: The text of a sheet

  case addressAsName = "address-as-name"
  case badDomain = "bad-domain"
  case badGiven = "bad-given"
  case badName = "bad-name"
  case badTableChange = "bad-table-change"
  case badTarget = "bad-target"
  case cellType = "cell-type"
  case duplicateColumn = "duplicate-column"
  case duplicateParameter = "duplicate-parameter"
  case emptyDomain = "empty-domain"
  case lineTooLong = "line-too-long"
  case missingAlias = "missing-alias"
  case missingArrow = "missing-arrow"
  case missingBar = "missing-bar"
  case missingBlock = "missing-block"
  case missingColon = "missing-colon"
  case missingEquals = "missing-equals"
  case missingExpression = "missing-expression"
  case missingFormat = "missing-format"
  case badFormat = "bad-format"
  case keptDigits = "kept-digits"
  case misreading = "misreading"
  case missingLabel = "missing-label"
  case missingName = "missing-name"
  case missingOver = "missing-over"
  case missingPath = "missing-path"
  case missingPosition = "missing-position"
  case missingType = "missing-type"
  case missingValues = "missing-values"
  case missingWhen = "missing-when"
  case modeLength = "mode-length"
  case moreFindings = "more-findings"
  case nameInUse = "name-in-use"
  case needlessWord = "needless-word"
  case notAChange = "not-a-change"
  case notSettable = "not-settable"
  case notText = "not-text"
  case reservedName = "reserved-name"
  case rowLength = "row-length"
  case rowOutsideTable = "row-outside-table"
  case stepOutsideTest = "step-outside-test"
  case strayBracket = "stray-bracket"
  case unclosedBracket = "unclosed-bracket"
  case undefined
  case unexpectedText = "unexpected-text"
  case unknownClause = "unknown-clause"
  case unknownStatement = "unknown-statement"
  case unknownStep = "unknown-step"
  case unknownTableItem = "unknown-table-item"
  case unknownType = "unknown-type"

  // MARK: What it means

  case absentFunction = "absent-function"
  case addressForName = "address-for-name"
  case badDefault = "bad-default"
  case circularReference = "circular-reference"
  case circularUse = "circular-use"
  case definedTwice = "defined-twice"
  case emptyColumns = "empty-columns"
  case fillTooLarge = "fill-too-large"
  case hidesFunction = "hides-function"
  case missingColumn = "missing-column"
  case notInRows = "not-in-rows"
  case unknownColumn = "unknown-column"
  case unknownFunction = "unknown-function"
  case unknownName = "unknown-name"
  case unknownSheet = "unknown-sheet"
  case unreadableFile = "unreadable-file"
  case wrongArgumentCount = "wrong-argument-count"

  // MARK: Time

  case badBinding = "bad-binding"
  case badInterval = "bad-interval"
  case badUpdate = "bad-update"
  case boundTwice = "bound-twice"
  case circularStream = "circular-stream"
  case eventLoop = "event-loop"
  case guardError = "guard-error"
  case notAStream = "not-a-stream"
  case refusedBinding = "refused-binding"
  case rowCount = "row-count"
  case nothingToCall = "nothing-to-call"
  case serviceInFormula = "service-in-formula"
  case streamInFormula = "stream-in-formula"
  case unreachableClause = "unreachable-clause"

  // MARK: Tests and checks

  case badWait = "bad-wait"
  case brokenCheck = "broken-check"
  case cellError = "cell-error"
  case failedExpectation = "failed-expectation"
  case failedStep = "failed-step"
  case refusedStep = "refused-step"

  // MARK: Files

  case csvEncoding = "csv-encoding"
  case csvHugeRow = "csv-huge-row"
  case csvLongRow = "csv-long-row"
  case csvManyRows = "csv-many-rows"
  case csvNameTwice = "csv-name-twice"
  case csvNoHeader = "csv-no-header"
  case csvNoName = "csv-no-name"
  case csvOpenQuote = "csv-open-quote"
  case csvRefusedColumn = "csv-refused-column"
  case csvShortRow = "csv-short-row"
  case csvUnreadable = "csv-unreadable"
  case csvWideRow = "csv-wide-row"
  case unreadableWorkbook = "unreadable-workbook"
}

extension Diagnostic {
  /// Whether it is one of some kinds.
  package func isOne(of codes: DiagnosticCode...) -> Bool { codes.contains { $0.rawValue == code } }
}
