import Foundation

/// A kind of call on which we differ from the other program on purpose, and why.
///
/// A rule names functions, or `*` for all, and the forms of the formula, of their value and of ours; a form is a regular
/// expression that is found somewhere in the text, and an empty one fits everything. `±1E-6` in the place of ours says that
/// the values are numbers and differ by no more than this part of theirs.
struct RecordedRule: @unchecked Sendable {
  let functions: Set<String>
  /// The forms of the formula, of their value, and of ours.
  private let forms: [Regex<AnyRegexOutput>?]
  /// By how large a part of their number ours may differ.
  private let tolerance: Double?
  /// The rule as it is written.
  let line: String

  init(_ line: String) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 5, !fields[4].isEmpty, fields[1...3].contains(where: { !$0.isEmpty }) else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: line])
    }
    functions = Set(fields[0].split(separator: " ").map(String.init))
    tolerance = fields[3].hasPrefix("±") ? Double(fields[3].dropFirst()) : nil
    forms = try fields[1...3].map { $0.isEmpty || $0.hasPrefix("±") ? nil : try Regex(String($0)) }
    self.line = line
  }

  /// Whether the rule is for a call of a function on which the values differ.
  func explains(_ call: RecordedCalls.Call, ours: String) -> Bool {
    guard functions.contains("*") || functions.contains(call.function) else { return false }
    if let tolerance {
      guard let theirs = Double(call.written), let ours = Double(ours) else { return false }
      guard abs(ours - theirs) <= tolerance * abs(theirs) else { return false }
    }
    return zip(forms, [call.formula, call.written, ours]).allSatisfy { form, text in
      form.map { text.firstMatch(of: $0) != nil } ?? true
    }
  }

  /// The rules of a file of reasons, without its comments.
  static func all(in file: URL) throws -> [RecordedRule] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { try RecordedRule(String($0)) }
  }
}
