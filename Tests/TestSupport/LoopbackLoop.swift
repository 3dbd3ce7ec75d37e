import Foundation

/// What the thread of a server does: waits for sockets, reads requests, writes answers.
final class LoopbackLoop: @unchecked Sendable {
  private let listener: Int32
  private let state: LoopbackState
  private let route: @Sendable (LoopbackRequest) -> LoopbackAnswer
  private var connections: [LoopbackConnection] = []
  /// The connections whose answers are held back, the oldest first.
  private var held: [(connection: LoopbackConnection, answer: LoopbackAnswer)] = []

  init(
    listener: Int32, state: LoopbackState, route: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) {
    self.listener = listener
    self.state = state
    self.route = route
  }

  func run() {
    while !state.read(\.isStopped) { turn() }
    for connection in connections { close(connection.socket) }
    close(listener)
    state.note { $0.openConnections = 0 }
  }

  /// Waits until something can be done, and does it.
  private func turn() {
    var waits = [
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.alarm, events: Int16(POLLIN), revents: 0),
    ]
    waits += connections.map {
      pollfd(fd: $0.socket, events: Int16($0.hasOutput ? POLLIN | POLLOUT : POLLIN), revents: 0)
    }
    // What has no end is sent at the pace of a fast line; on loopback it would take all the machine has.
    let isEndless = connections.contains(where: \.isEndless)
    _ = poll(&waits, nfds_t(waits.count), isEndless ? 1 : -1)
    for connection in connections where connection.isEndless { connection.sendMore() }
    for (connection, wait) in zip(connections, waits.dropFirst(2)) where wait.revents != 0 {
      if wait.revents & Int16(POLLOUT) != 0 { send(on: connection) }
      if wait.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { read(from: connection) }
    }
    if waits[0].revents != 0 { accept() }
    if waits[1].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = Foundation.read(state.alarm, &bytes, bytes.count)
    }
    letGo()
    for connection in connections where connection.isOver { close(connection.socket) }
    connections.removeAll(where: \.isOver)
    state.note { $0.openConnections = connections.count }
  }

  private func accept() {
    while true {
      let socket = Foundation.accept(listener, nil, nil)
      guard socket >= 0 else { return }
      LoopbackSocket.setNonBlocking(socket)
      connections.append(LoopbackConnection(socket))
    }
  }

  private func read(from connection: LoopbackConnection) {
    connection.read()
    serve(connection)
  }

  /// Takes the next request, unless the one before is not answered yet.
  private func serve(_ connection: LoopbackConnection) {
    guard !connection.isBusy, !connection.isOver, let request = connection.takeRequest() else { return }
    connection.isBusy = true
    state.note { $0.requests.append(request) }
    let answer = route(request)
    held.append((connection, answer))
    letGo()
  }

  /// Sends what is held back as far as that is wanted.
  private func letGo() {
    held.removeAll { $0.connection.isOver }
    while let (connection, answer) = held.first {
      let isFree = state.read { !$0.isHolding || $0.permits > 0 }
      guard isFree else { return }
      state.note { if $0.isHolding { $0.permits -= 1 } }
      held.removeFirst()
      connection.begin(answer)
      send(on: connection)
    }
  }

  private func send(on connection: LoopbackConnection) {
    connection.send()
    if !connection.isBusy { serve(connection) }
  }
}
