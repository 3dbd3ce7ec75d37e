extension MutableProperty {
  /// Binds the property to another one, within the graph where that closes no circle.
  ///
  /// - Returns: What ends the binding.
  func follow<P: PropertyProtocol>(_ source: P) -> any Disposable where P.Value == Value {
    let (target, source) = (node, source.node)
    if let binding = DriveNode.bind(target, to: source) { return binding }
    let work = SignalProducer(NodeRecipe(source)).start(with: RoundBinding(source, target))
    let place = lifetime.observeEnded { work.dispose() }
    return AnyDisposable {
      place?.dispose()
      work.dispose()
    }
  }
}

/// A binding of a property to another that it determines itself: it closes a circle, and goes round once.
///
/// What the other property takes because of the value that this binding has set is an echo and is left out; so two
/// properties that are bound to each other agree after one round.
private final class RoundBinding<Value>: Operator<Value, Never>, @unchecked Sendable {
  private let source: ValueNode<Value>
  private weak var target: ValueNode<Value>?
  /// How many deliveries of the source are echoes.
  private var echoes = 0

  init(_ source: ValueNode<Value>, _ target: ValueNode<Value>) {
    self.source = source
    self.target = target
  }

  override func receive(_ value: Value, _ delivery: inout Delivery) {
    guard echoes == 0 else {
      echoes -= 1
      return
    }
    let session = Session.current
    // The circle has both in one graph.
    let graph = session.enter(source)
    let former = source.pending
    target?.set(value)
    // Nobody else can have changed the source: the lock is held.
    echoes += Int(source.pending - former)
    session.leave(graph)
  }

  override func terminate(_ termination: Termination<Never>, _ delivery: inout Delivery) {}
}
