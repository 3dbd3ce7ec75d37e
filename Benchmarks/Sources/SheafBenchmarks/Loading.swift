import Sheaf

/// From text to the first values.
enum Loading {
  static func once(_ text: String) throws { _ = try Sheet(text) }

  static func rows() throws -> [Row] {
    let count = 100_000
    var text = "input rate = 0.05\nitem_1 = 1\n"
    for line in 2...count { text += "item_\(line) = item_\(line - 1) * rate + \(line)\n" }
    let time = try Clock.least(of: 5) { _ = try Sheet(text) }
    return [Row("load and first calculation of 100,000 lines", time * 1e3, "ms", good: 200, must: 500)]
  }
}
