import Workbooks

/// A command about the sheets and workbooks at some paths, those in folders included.
protocol SheetsCommand: WatchingCommand {
  var paths: [String] { get set }
}

extension SheetsCommand {
  var watchedPaths: [String] {
    get { paths }
    set { paths = newValue }
  }

  func watchedFiles() throws(CallFailure) -> [String] {
    try FileSystem.sheets(at: paths, endings: ["sheet"] + FileEnding.workbooks)
  }
}
