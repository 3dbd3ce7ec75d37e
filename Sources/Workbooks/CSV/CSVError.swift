import Diagnostics

/// Why a CSV file cannot be read, and where.
package struct CSVError: Error, Sendable, Hashable {
  /// The line and the character in it, counted from 1.
  package let line: Int
  package let column: Int
  package let fault: CSVFault

  package init(_ fault: CSVFault, at place: (line: Int, column: Int) = (1, 1)) {
    line = place.line
    column = place.column
    self.fault = fault
  }

  /// The stable code in kebab case.
  package var code: String { fault.code.rawValue }

  /// What is wrong, in lower case without a full stop; the line is not part of it.
  package var message: String { fault.words }

  /// The error as a diagnostic without a place; the message names the line.
  package var diagnostic: Diagnostic { Diagnostic(code: code, "line \(line): \(message)") }

  /// The error as a diagnostic with its place in the text of the file.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    let start = source.offset(line: line, column: column)
    return Diagnostic(code: code, message, at: SourceSpan(start, start))
  }
}
