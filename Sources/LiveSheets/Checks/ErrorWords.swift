import CellModel

extension CellError {
  /// An error value in words: its code, where it began, and why.
  package var inWords: String {
    var words = code.text
    if !origin.isEmpty { words += " from \(origin)" }
    if !message.isEmpty { words += ": \(message)" }
    return words
  }
}

extension Truth.Reason {
  /// Why a value is no condition, in words.
  package var inWords: String {
    switch self {
    case .error(let error): error.inWords
    case .mixed: "TRUE for some elements and not for others"
    case .otherType: "neither TRUE nor FALSE"
    }
  }
}
