import LiveSheets
import SheetText

/// Expectations that are brought in line with what sheets are.
extension TestCommand {
  /// Writes the values that there are into the expectations that fail, and tells of each.
  func acceptValues(of files: TestedFiles, _ console: Console) throws(CallFailure) {
    try ExpectationReview.refuseInCI(console, "--accept")
    var count = 0
    for path in files.paths where !WorkbookFile.isWorkbook(path) && path != FilePath.standardInput {
      let review = try files.review(path)
      try review.accept(review.proposals, console)
      count += review.proposals.count
      guard !console.isQuiet else { continue }
      for line in review.proposals.flatMap({ review.lines($0, console.paint) }) { console.remark(line) }
    }
    console.remark("\(count) expectation\(count == 1 ? "" : "s") accepted")
  }
}
