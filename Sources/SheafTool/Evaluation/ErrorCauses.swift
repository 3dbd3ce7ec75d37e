import CellModel

/// Error values by the cell they began in, so that a cause is told once.
struct ErrorCauses {
  struct Cause {
    var origin: String
    var error: CellError
    /// The cells asked for that have the error from elsewhere.
    var followers: [String]
  }

  private(set) var causes: [Cause] = []

  init(_ errors: [(name: String, error: CellError)]) {
    var index: [String: Int] = [:]
    for (name, error) in errors {
      let origin = error.origin.isEmpty ? name : error.origin
      let key = "\(error.code.text) \(origin.lowercased())"
      let position = index[key] ?? causes.count
      if position == causes.count {
        index[key] = position
        causes.append(Cause(origin: origin, error: error, followers: []))
      }
      let isOrigin = name.lowercased() == origin.lowercased()
      if !isOrigin, causes[position].followers.last != name { causes[position].followers.append(name) }
    }
  }
}

extension Console {
  /// Says for each cause which cell it began in, why, and which cells wait for it.
  func show(_ causes: ErrorCauses) {
    let paint = errorPaint
    for cause in causes.causes.prefix(20) {
      var message = "\(cause.origin) is \(cause.error.code.text)"
      if !cause.error.message.isEmpty { message += ": \(cause.error.message)" }
      errors.line("\(paint.error("error:")) \(message)")
      guard !cause.followers.isEmpty else { continue }
      let names = cause.followers.prefix(5).joined(separator: ", ") + (cause.followers.count > 5 ? ", …" : "")
      let count = cause.followers.count
      errors.line("  = note: \(count == 1 ? "1 cell waits" : "\(count) cells wait") for it: \(names)")
    }
    if causes.causes.count > 20 { errors.line("… and \(causes.causes.count - 20) more errors") }
  }
}
