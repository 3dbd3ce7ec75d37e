import Foundation

/// LibreOffice without a window, where it is installed: it opens workbooks, computes every formula anew and saves them as `.xlsx`.
struct LibreOffice {
  private let program: String

  /// `nil` where there is none on the path.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard let program = folders.map({ "\($0)/soffice" }).first(where: FileManager.default.isExecutableFile) else {
      return nil
    }
    self.program = program
  }

  /// Saves the files of a folder into another.
  func recalculate(_ folder: URL, into output: URL) throws {
    let profile = FileManager.default.temporaryDirectory.appending(path: "sheaf-office-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: profile) }
    try FileManager.default.createDirectory(at: profile.appending(path: "user"), withIntermediateDirectories: true)
    // Otherwise it trusts the values of files that Excel has saved.
    func always(_ setting: String) -> String {
      """
      <item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="\(setting)" oor:op="fuse"><value>0</value></prop></item>
      """
    }
    try """
    <?xml version="1.0" encoding="UTF-8"?>
    <oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    \(always("OOXMLRecalcMode"))\(always("ODFRecalcMode"))</oor:items>
    """.write(to: profile.appending(path: "user/registrymodifications.xcu"), atomically: true, encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map(\.path)
      .sorted()
    for start in stride(from: 0, to: files.count, by: 20) {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments =
        ["--headless", "-env:UserInstallation=file://\(profile.path)", "--convert-to", "xlsx", "--outdir", output.path]
        + files[start..<min(start + 20, files.count)]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
    }
  }
}

/// openpyxl, where Python has it.
struct OpenPyXL {
  private static let script = """
    import sys, warnings, openpyxl
    warnings.simplefilter('ignore')
    for path in sys.argv[1:]:
        for sheet in openpyxl.load_workbook(path).worksheets:
            # Only the cells that are there: rows and columns in turn would make those between, too.
            for cell in sheet._cells.values():
                value = cell.value
                if hasattr(value, 'text') and hasattr(value, 'ref'): value = value.text
                if cell.data_type == 'f' and isinstance(value, str):
                    value = value[1:] if value.startswith('=') else value
                    print(path, sheet.title, cell.coordinate, value.replace(chr(10), ' ').replace(chr(13), ' '), sep=chr(9))
    """

  /// The formulas of a workbook by sheet and cell, as `Sheet!A1`; `nil` where there is no openpyxl.
  static func formulas(of file: URL) throws -> [String: String]? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    var formulas: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false)
      if fields.count == 4 { formulas["\(fields[1])!\(fields[2])"] = String(fields[3]) }
    }
    return formulas
  }
}
