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

  /// The files at the paths, and why there is none at others.
  var foundFiles: FoundFiles { FoundFiles(at: paths, endings: ["sheet"] + FileEnding.workbooks) }

  var watchedFiles: [String] { foundFiles.paths }
}
