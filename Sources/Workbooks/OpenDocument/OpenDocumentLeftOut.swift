import Archives
import Markup

/// Finds what of a workbook of OpenDocument is not read.
extension LeftOut {
  /// Notes an element of a sheet that has just begun, and is passed over or read on.
  mutating func note(openElement scanner: borrowing XMLScanner) {
    if scanner.isNamed("conditional-format") { note(.conditionalFormat) }
  }

  /// Notes the pictures and charts in an element that has just begun, and passes over it.
  mutating func noteDrawings(in scanner: inout XMLScanner) throws(XMLFault) {
    let outer = scanner.depth - 1
    var isObject = false
    while true {
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("object") || scanner.isNamed("object-ole") {
          note(.chart)
          isObject = true
        } else if scanner.isNamed("image") {
          // What stands for an object where that is not shown is no picture of its own.
          if !isObject { note(.picture) }
        } else if scanner.isNamed("frame") {
          isObject = false
        }
      case .end: if scanner.depth <= outer { return }
      case .finish: return
      default: break
      }
    }
  }

  /// Notes the macros of an archive.
  mutating func note(partsOf archive: ZipArchive) {
    let index: Set = ["script-lc.xml", "script-lb.xml"]
    let hasMacros = archive.parts.contains { part in
      part.name.hasPrefix("Basic/") && !index.contains { part.name.hasSuffix("/\($0)") } && part.name.hasSuffix(".xml")
    }
    if hasMacros { note(.macros) }
  }
}
