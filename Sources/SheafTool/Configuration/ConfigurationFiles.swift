import Diagnostics

/// Where settings stand: `sheet.toml` of the project, and `config.toml` of the person.
struct ConfigurationFiles {
  /// The name of a project's file.
  static let projectName = "sheet.toml"
  /// A file of settings is typed by a person.
  private static let limit = FileLimit(count: 1 << 20)

  /// Which files a call asks for.
  struct Choice {
    /// The file to read in place of the project's.
    var file: String?
    var usesProject = true
    var usesPerson = true
  }

  /// Reads what there is, the person's settings first, so that the project's replace them.
  static func configuration(_ choice: Choice, _ console: Console) throws(CallFailure) -> Configuration {
    var configuration = Configuration()
    if choice.usesPerson, let path = personFile(console.surroundings) {
      try read(path, into: &configuration, isPerson: true)
      console.detail("read \(path)")
    }
    if let path = choice.file ?? (choice.usesProject ? projectFile() : nil) {
      try read(path, into: &configuration, isPerson: false)
      console.detail("read \(path)")
    }
    return configuration
  }

  // MARK: Finding

  /// The nearest file upward to the root of the repository; outside of a repository only that of the current folder.
  private static func projectFile() -> String? {
    var folder = "."
    var found: String?
    var known: String?
    // Up to the root of the disk, where a folder is its own parent.
    while let place = FilePath.resolved(folder), place != known {
      known = place
      let path = folder == "." ? projectName : "\(folder)/\(projectName)"
      if found == nil, FileSystem.kind(path) == .file { found = path }
      if FileSystem.kind("\(folder)/.git") != nil { return found }
      folder = folder == "." ? ".." : "../\(folder)"
    }
    return found == projectName ? found : nil
  }

  private static func personFile(_ surroundings: Surroundings) -> String? {
    var places: [String] = []
    if let folder = surroundings["XDG_CONFIG_HOME"] {
      places.append(folder)
    } else if let home = surroundings["HOME"] {
      places.append("\(home)/.config")
      #if os(macOS)
        places.append("\(home)/Library/Application Support")
      #endif
    }
    return places.map { "\($0)/sheaf/config.toml" }.first { FileSystem.kind($0) == .file }
  }

  // MARK: Reading

  private static func read(
    _ path: String, into configuration: inout Configuration, isPerson: Bool
  ) throws(CallFailure) {
    let bytes = try FileSystem.read(path, limit: limit)
    let source = SourceText(name: path, bytes: bytes)
    let settings: [Setting]
    do throws(SettingFault) {
      settings = try SettingsReader.settings(in: bytes)
    } catch { throw CallFailure("\(place(of: error.offset, in: source)): \(error.message)") }
    for setting in settings {
      let place = place(of: setting.keySpan.lower, in: source)
      guard let key = SettingKey.all.first(where: { $0.path == setting.path }) else {
        throw CallFailure("\(place): there is no setting \(setting.path)", help: help(for: setting.path))
      }
      guard key.isDisplay || !isPerson else {
        throw CallFailure(
          "\(place): \(key.path) is a setting of a project, and this file is a person's",
          help: "what comes out is to be the same for everybody; write it into \(projectName)")
      }
      let valuePlace = Self.place(of: setting.valueSpan.lower, in: source)
      configuration.places[key.path] = valuePlace
      do throws(CallFailure) {
        guard try key.apply(&configuration, setting.value, FilePath.directory(of: path)) else {
          throw CallFailure("\(key.path) takes \(key.takes), and this is \(setting.value.kind)")
        }
      } catch {
        throw CallFailure("\(valuePlace): \(error.message)", help: error.help)
      }
    }
  }

  private static func help(for path: String) -> String {
    let paths = SettingKey.all.map(\.path)
    if let near = NearNames.suggestion(for: path, among: paths) { return Diagnostic.didYouMean(near) }
    // The table may be right and the name another one, or the name stand without its table.
    let name = path.split(separator: ".").last.map(String.init) ?? path
    let last = paths.map { String($0.split(separator: ".").last ?? "") }
    if let near = NearNames.suggestion(for: name, among: last), let index = last.firstIndex(of: near) {
      return Diagnostic.didYouMean(paths[index])
    }
    return "sheaf help settings lists them"
  }

  private static func place(of offset: Int, in source: SourceText) -> String {
    let (line, column) = source.location(of: offset)
    return "\(source.name):\(line):\(column)"
  }
}
