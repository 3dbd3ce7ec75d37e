import Engine
import Functions
import SheetPrograms

extension LiveSheet {
  /// What a sheet may ask of the world around it; this room reads no file and no clock by itself.
  package struct Environment {
    package var catalog: FunctionCatalog
    /// Reads a file named in the sheet, relative to the sheet's folder.
    package var readFile: (String) throws -> [UInt8]
    /// What was read of used workbooks; sheets with the same environment share it.
    package var workbooks = WorkbookCache()
    /// The current date and time as a serial number.
    package var now: () -> Double
    package var seed: UInt64
    package var services: ServiceSupply
    /// The most steps that one evaluation of a formula may take.
    package var stepLimit = EngineSettings.defaultStepLimit
    /// Gives the most memory that there may be, in MB, where more is in use.
    package var exceededMemory: () -> Int? = { nil }
    /// Asked all the time while the sheet calculates, so it should be quick; when it gives `true`, calculating stops and
    /// ``LiveSheet/isSettled`` turns false until it is gone on with.
    package var isCancelled: () -> Bool = { false }
    /// Whether names that mean nothing and circles are looked for; who loads a text again and again knows them.
    package var findsFaults = true
    /// Whether the clock of formulas stands still but for the time that passes in the sheet, as in tests.
    package var hasVirtualClock = false

    package init(
      catalog: FunctionCatalog,
      readFile: @escaping (String) throws -> [UInt8] = { _ in throw FileRefused() },
      now: @escaping () -> Double = { LiveSheet.virtualStart }, seed: UInt64 = 0x5EAF,
      services: ServiceSupply = .program { _, _ in false }
    ) {
      self.catalog = catalog
      self.readFile = readFile
      self.now = now
      self.seed = seed
      self.services = services
    }
  }

  /// The reason given when nobody supplies files.
  package struct FileRefused: Error, CustomStringConvertible {
    package init() {}
    package var description: String { "files are not available here" }
  }

  /// 2000-01-01T00:00:00Z, where the clock of tests starts.
  package static let virtualStart = 36_526.0
}
