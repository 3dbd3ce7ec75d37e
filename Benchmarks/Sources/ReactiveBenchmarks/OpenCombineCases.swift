import OpenCombine

/// The workloads by OpenCombine, where it has the operators.
enum OpenCombineCases {
  static func set(observers count: Int) -> Contest.Setup {
    {
      let subject = CurrentValueSubject<Int, Never>(0)
      let tally = Tally()
      let observations = (0..<count).map { _ in subject.sink { tally.note($0) } }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { subject.value = value }
        return withExtendedLifetime(observations) { tally.deliveries }
      }
    }
  }

  static func maps(_ count: Int) -> Contest.Setup {
    {
      let subject = CurrentValueSubject<Int, Never>(0)
      var last = subject.eraseToAnyPublisher()
      for _ in 0..<count { last = last.map { $0 + 1 }.eraseToAnyPublisher() }
      let tally = Tally()
      let observation = last.sink { tally.note($0) }
      return { updates in
        tally.deliveries = 0
        for value in 0..<updates { subject.value = value }
        return withExtendedLifetime(observation) { tally.deliveries }
      }
    }
  }

  static func scan() -> (Int) -> Int {
    let subject = PassthroughSubject<Int, Never>()
    let tally = Tally()
    let observation = subject.scan(0, &+).sink { tally.note($0) }
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { subject.send(value) }
      return withExtendedLifetime(observation) { tally.deliveries }
    }
  }

  static func flatMapLatest() -> (Int) -> Int {
    let outer = PassthroughSubject<Int, Never>()
    let inner = PassthroughSubject<Int, Never>()
    let tally = Tally()
    let observation = outer.map { _ in inner }.switchToLatest().sink { tally.note($0) }
    outer.send(0)
    return { updates in
      tally.deliveries = 0
      for value in 0..<updates { inner.send(value) }
      return withExtendedLifetime((observation, outer)) { tally.deliveries }
    }
  }
}
