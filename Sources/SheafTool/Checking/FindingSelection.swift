import Diagnostics
import Linting

/// Which findings of a check count, by their codes.
struct FindingSelection {
  private let selected: Set<String>?
  private let ignored: Set<String>

  /// All findings that are told unless something else is selected.
  static let usual = FindingSelection(selected: nil, ignored: [])
  /// All findings.
  static let all = FindingSelection(selected: Set(FindingGuide.codes), ignored: [])

  /// What stands for all codes.
  private static let wordForAll = "all"

  /// All that may be selected.
  static let words = [wordForAll] + FindingGuide.codes

  private init(selected: Set<String>?, ignored: Set<String>) {
    self.selected = selected
    self.ignored = ignored
  }

  /// - Parameters:
  ///   - selected: Codes with commas between them, once for each option; without any, all but notes of rules.
  ///   - ignored: Codes of findings that are left out, also of the selected ones.
  /// - Throws: Which code is none.
  init(selecting selected: [String], ignoring ignored: [String]) throws(CallFailure) {
    let chosen = try Self.codes(selected, of: "--select")
    self.init(selected: selected.isEmpty ? nil : chosen, ignored: try Self.codes(ignored, of: "--ignore"))
  }

  /// - Parameter setting: Where the codes stand.
  /// - Throws: Which code is none.
  init(selecting selected: [String], as setting: String) throws(CallFailure) {
    self.init(selected: try Self.codes(selected, of: setting), ignored: [])
  }

  private static func codes(_ texts: [String], of option: String) throws(CallFailure) -> Set<String> {
    var codes: Set<String> = []
    for text in texts {
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let code = String(part.trimmed)
        if code == wordForAll {
          codes.formUnion(allCodes)
          continue
        }
        guard allCodes.contains(code) else {
          throw CallFailure(
            "\(option) takes codes of findings, and “\(code)” is none",
            help: NearNames.suggestion(for: code, among: FindingGuide.codes).map(Diagnostic.didYouMean)
              ?? "sheaf check --list-rules lists them")
        }
        codes.insert(code)
      }
    }
    return codes
  }

  private static let allCodes = Set(FindingGuide.codes)

  func contains(_ code: String) -> Bool {
    (selected?.contains(code) ?? !LintRules.offByDefault.contains(code)) && !ignored.contains(code)
  }
}
