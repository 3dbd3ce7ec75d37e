import CellModel
import Diagnostics
import Linting

/// What files of settings say: that of a project, and that of the person who calls.
///
/// A flag outranks the environment, that the project, and that the person. A person may only say how things are shown: what comes out never
/// depends on whose machine it is. What a sheet may read and reach is said by the call alone, since a file beside a sheet may come from
/// anywhere, as the sheet itself.
struct Configuration {
  var display = DisplaySettings()
  var check = CheckSettings()
  var sheet = SheetSettings()
  /// Where the value of each setting stands, by its path.
  var places: [String: String] = [:]

  /// Does something with a setting whose value may turn out wrong only then, and tells where it stands.
  func atPlace<Result>(
    of path: String, _ body: () throws(CallFailure) -> Result
  ) throws(CallFailure) -> Result {
    do throws(CallFailure) { return try body() } catch {
      throw places[path].map { CallFailure("\($0): \(error.message)", help: error.help) } ?? error
    }
  }
}

/// How things are shown.
struct DisplaySettings {
  var color: ColorChoice?
  var isASCII: Bool?
  var isQuiet: Bool?
  var isVerbose: Bool?
}

/// What `sheaf check` and the language server tell.
struct CheckSettings {
  var failOn: FailingSeverity?
  var select: [String] = []
  var ignore: [String] = []
  /// The paths of a baseline and a record of files, from the current folder.
  var baseline: String?
  var data: String?
  var limits = LintLimits()
}

/// What sheets are loaded with.
struct SheetSettings {
  var now: String?
  var seed: UInt64?
  var limit: Int?
}

/// A key of a file of settings: what it takes, and what it does.
struct SettingKey: Sendable {
  let path: String
  /// The table that it stands in, and its name there.
  var table: String { String(path.prefix { $0 != "." }) }
  var name: String { String(path.drop { $0 != "." }.dropFirst()) }
  /// What it takes, in words.
  let takes: String
  /// What it is for, as a line of a page tells it.
  let summary: String
  /// Whether it says only how things are shown.
  let isDisplay: Bool
  /// Takes a value; `false` where it is none of those that it takes. The folder is that of the file.
  let apply: @Sendable (inout Configuration, SettingValue, _ folder: String) throws(CallFailure) -> Bool

  private init(
    _ path: String, _ takes: String, _ summary: String, isDisplay: Bool = false,
    _ apply: @escaping @Sendable (inout Configuration, SettingValue, String) throws(CallFailure) -> Bool
  ) {
    self.path = path
    self.takes = takes
    self.summary = summary
    self.isDisplay = isDisplay
    self.apply = apply
  }

  /// A key that is read as one kind of value and put into its place.
  private init<Value>(
    _ path: String, _ takes: String, _ summary: String, isDisplay: Bool = false,
    _ place: any WritableKeyPath<Configuration, Value> & Sendable, _ read: @escaping @Sendable (SettingValue) -> Value?
  ) {
    self.init(path, takes, summary, isDisplay: isDisplay) { configuration, value, _ in
      guard let read = read(value) else { return false }
      configuration[keyPath: place] = read
      return true
    }
  }

  static let all: [SettingKey] = display + check + sheet + rules

  private static let display = [
    SettingKey(
      "display.color", "auto, always or never", "when to print in colour", isDisplay: true, \.display.color
    ) { $0.text.flatMap(ColorChoice.init(rawValue:)).map(Optional.some) },
    SettingKey(
      "display.ascii", "true or false", "whether arrows, quotes and lines are in ASCII", isDisplay: true,
      \.display.isASCII
    ) { $0.logical.map(Optional.some) },
    SettingKey(
      "display.quiet", "true or false", "whether only results are printed, and what is wrong", isDisplay: true,
      \.display.isQuiet
    ) { $0.logical.map(Optional.some) },
    SettingKey(
      "display.verbose", "true or false", "whether files that are read are named", isDisplay: true, \.display.isVerbose
    ) { $0.logical.map(Optional.some) },
  ]

  private static let check = [
    SettingKey("check.fail-on", "error, warning or note", "the least finding that fails a check", \.check.failOn) {
      $0.text.flatMap(FailingSeverity.init(rawValue:)).map(Optional.some)
    },
    SettingKey("check.select", "a list of codes", "the findings that are reported") {
      (configuration, value, _) throws(CallFailure) in
      guard let codes = value.texts else { return false }
      _ = try FindingSelection(selecting: codes, as: "check.select")
      configuration.check.select = codes
      return true
    },
    SettingKey("check.ignore", "a list of codes", "the findings that are not reported") {
      (configuration, value, _) throws(CallFailure) in
      guard let codes = value.texts else { return false }
      _ = try FindingSelection(selecting: codes, as: "check.ignore")
      configuration.check.ignore = codes
      return true
    },
    SettingKey("check.baseline", "the path of a file", "a list of findings that are known") {
      configuration, value, folder in
      guard let path = value.text, !path.isEmpty else { return false }
      configuration.check.baseline = FilePath.joined(folder, path)
      return true
    },
    SettingKey("check.data", "the path of a file", "a record of the files that sheets read") {
      configuration, value, folder in
      guard let path = value.text, !path.isEmpty else { return false }
      configuration.check.data = FilePath.joined(folder, path)
      return true
    },
  ]

  private static let sheet = [
    SettingKey(
      "sheet.now", "a date and time such as \"2015-04-01T12:30\"", "what NOW() and TODAY() give", \.sheet.now
    ) { value in
      guard let text = value.text, case .number(_, let kind) = TypedText.value(typed: text), kind.isDay else {
        return nil
      }
      return .some(text)
    },
    SettingKey("sheet.seed", "a number from 0", "the seed of RAND() and its kin", \.sheet.seed) {
      $0.integer.flatMap { UInt64(exactly: $0) }.map(Optional.some)
    },
    SettingKey("sheet.limit", "a number greater than 0", "how many steps one formula may take", \.sheet.limit) {
      $0.integer.flatMap { $0 > 0 ? .some(.some($0)) : nil }
    },
  ]

  private static let rules =
    [
      limit("long-formula", "how many operands and calls a formula may have", \.longFormula),
      limit("deep-nesting", "how deep calls may stand in each other", \.deepNesting),
      limit("many-references", "how many cells a formula may read", \.manyReferences),
      limit("long-chain", "how many formulas a result may be away from its inputs", \.longChain),
    ] + [
      SettingKey("rules.magic-number", "a list of numbers", "further numbers that need no name") {
        configuration, value, _ in
        guard case .list(let values) = value else { return false }
        let numbers = values.compactMap(\.number)
        guard numbers.count == values.count else { return false }
        configuration.check.limits.plainNumbers.formUnion(numbers)
        return true
      }
    ]

  private static func limit(
    _ code: String, _ summary: String, _ place: any WritableKeyPath<LintLimits, Int> & Sendable
  ) -> SettingKey {
    SettingKey("rules.\(code)", "a number greater than 0", summary) { configuration, value, _ in
      guard let most = value.integer, most > 0 else { return false }
      configuration.check.limits[keyPath: place] = most
      return true
    }
  }
}

extension SettingValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var logical: Bool? { if case .logical(let logical) = self { logical } else { nil } }
  var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The texts of a list of texts.
  var texts: [String]? {
    guard case .list(let values) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }
}
