/// A stream as it stands in a sheet. Two that are written alike are one.
indirect enum ModelStream {
  case event(String)
  case changed(String)
  case values(String)
  case happening(String, ModelHappening)
  /// Times are counted in quarters of a second; each used sheet has ticks of its own.
  case every(quarters: Int, of: String = "")
  /// The payload is called `p`.
  case map(ModelStream, ModelFormula)
  case filter(ModelStream, ModelCondition)
  /// What has come so far is called `acc`.
  case scan(Int, ModelStream, ModelFormula)
  case merge([ModelStream])
  case take(ModelStream, Int)
  case drop(ModelStream, Int)
  case distinct(ModelStream)
  case takeUntil(ModelStream, ModelStream)
  case sample(ModelStream, by: ModelStream)
  case delay(ModelStream, quarters: Int)
  case debounce(ModelStream, quarters: Int)
  case throttle(ModelStream, quarters: Int)
  case hold(ModelStream, ModelCondition)

  /// What has come of a stream.
  struct Memory {
    var count = 0
    var last: Int??
    var kept: Int??
    /// Whether TAKEUNTIL has ended, or the window of THROTTLE is open.
    var isSet = false
  }

  var text: String {
    switch self {
    case .event(let name): name
    case .changed(let name): "\(name).changed"
    case .values(let name): "VALUES(\(name))"
    case .happening(let action, let happening): "\(action).\(happening.rawValue)"
    case .every(let quarters, let use): "EVERY(\(Self.seconds(quarters)))\(use)"
    case .map(let source, let formula): "MAP(\(source.text), LAMBDA(p, \(formula.text)))"
    case .filter(let source, let condition): "FILTER(\(source.text), \(condition.text))"
    case .scan(let initial, let source, let formula):
      "SCAN(\(initial), \(source.text), LAMBDA(acc, p, \(formula.text)))"
    case .merge(let sources): "MERGE(\(sources.map(\.text).joined(separator: ", ")))"
    case .take(let source, let count): "TAKE(\(source.text), \(count))"
    case .drop(let source, let count): "DROP(\(source.text), \(count))"
    case .distinct(let source): "DISTINCT(\(source.text))"
    case .takeUntil(let source, let stop): "TAKEUNTIL(\(source.text), \(stop.text))"
    case .sample(let source, let by): "SAMPLE(\(source.text), \(by.text))"
    case .delay(let source, let quarters): "DELAY(\(source.text), \(Self.seconds(quarters)))"
    case .debounce(let source, let quarters): "DEBOUNCE(\(source.text), \(Self.seconds(quarters)))"
    case .throttle(let source, let quarters): "THROTTLE(\(source.text), \(Self.seconds(quarters)))"
    case .hold(let source, let condition): "HOLD(\(source.text), \(condition.text))"
    }
  }

  static func seconds(_ quarters: Int) -> String { "\(Double(quarters) / 4)" }

  /// The streams that it is made of, in the order of the text.
  var sources: [ModelStream] {
    switch self {
    case .event, .changed, .values, .happening, .every: []
    case .merge(let sources): sources
    case .takeUntil(let source, let other), .sample(let source, let other): [source, other]
    case .map(let source, _), .filter(let source, _), .scan(_, let source, _), .take(let source, _),
      .drop(let source, _), .distinct(let source), .delay(let source, _), .debounce(let source, _),
      .throttle(let source, _), .hold(let source, _):
      [source]
    }
  }

  /// The name of an event that it is.
  var eventName: String? { if case .event(let name) = self { name } else { nil } }
}

/// What happens to an action.
enum ModelHappening: String, CaseIterable {
  case started, values, succeeded, failed, finished, refused, stopped
}
