import CellModel
import Diagnostics

/// The part of a text that has to be read again after a change.
///
/// These rules hold:
///
/// - R1. Outside of it the two texts are the same, byte for byte.
/// - R2. It begins at the beginning of the text or behind the line end of a statement, and ends so in both texts, or with them.
/// - R3. Outside of it all brackets of the former text have partners, on the same side of it.
///
/// A reader that comes to such a place has nothing in mind but the name of the grid, so what it reads behind the part
/// is what was read before the change, moved.
struct ChangedPart {
  /// How many statements of the former text stand before it, and how many behind it.
  let leading: Int
  let trailing: Int
  /// Its place in the former text and in the new one.
  let former: SourceSpan
  let new: SourceSpan

  /// How far what stands behind it has moved.
  var shift: Int { new.upper - former.upper }

  /// `nil` where the text has to be read as a whole.
  ///
  /// - Parameter more: How many statements behind the change belong to it as well.
  init?(of bytes: [UInt8], changing former: SheetDocument, including more: Int) {
    guard let unmatched = former.unmatchedBrackets, !former.statements.isEmpty else { return nil }
    let difference = TextDifference(bytes, former.bytes)
    let places = LinePlaces(document: former)
    var leading = places.firstStatement(endingAtOrBehind: difference.start)
    var lower: Int?
    while leading > 0, lower == nil {
      if let place = places.placeBehind(leading - 1), place < difference.start { lower = place } else { leading -= 1 }
    }
    let mark = 3  // the bytes of a byte order mark, behind which a text begins
    guard lower != nil || difference.start >= min(mark, bytes.count) else { return nil }
    self.leading = leading
    let start = lower ?? SourceText.start(of: bytes)

    let end = former.bytes.count - difference.end
    var last = max(leading, places.firstStatement(endingAtOrBehind: end) - 1)
    var upper: Int?
    while last < former.statements.count, upper == nil {
      if let place = places.placeBehind(last), place > end { upper = place } else { last += 1 }
    }
    for _ in 0..<more where upper != nil {
      repeat {
        last += 1
        upper = last < former.statements.count ? places.placeBehind(last) : nil
      } while upper == nil && last < former.statements.count
    }
    trailing = upper == nil ? 0 : former.statements.count - last - 1
    self.former = SourceSpan(start, trailing == 0 ? former.bytes.count : upper ?? former.bytes.count)
    let count = self.former.count + bytes.count - former.bytes.count
    guard count >= 0, count < SheetReader.longestLine, unmatched.allSatisfy(self.former.contains) else { return nil }
    new = SourceSpan(start, start + count)
  }
}

/// Where the lines of statements end.
private struct LinePlaces {
  let document: SheetDocument

  /// The number of the first statement that ends at an offset or behind it.
  func firstStatement(endingAtOrBehind offset: Int) -> Int {
    var low = 0
    var high = document.statements.count
    while low < high {
      let middle = (low + high) / 2
      if document.statements[middle].span.upper < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The place behind the line end of a statement; `nil` where something else stands on the line behind it.
  func placeBehind(_ index: Int) -> Int? {
    let bytes = document.bytes
    var place = document.statements[index].span.upper
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    if place + 1 < bytes.count, bytes[place] == Ascii.slash, bytes[place + 1] == Ascii.slash {
      while place < bytes.count, !bytes[place].isLineEnd { place += 1 }
    }
    guard place < bytes.count, bytes[place].isLineEnd else { return nil }
    let isPair =
      bytes[place] == Ascii.carriageReturn && place + 1 < bytes.count && bytes[place + 1] == Ascii.lineFeed
    return place + (isPair ? 2 : 1)
  }
}

extension SourceSpan {
  func contains(_ offset: Int) -> Bool { lower <= offset && offset < upper }
}
