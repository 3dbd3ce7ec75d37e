/// A recipe of two others; rows of such pairs of any length are released without recursion.
class PairRecipe<Value, Error: Swift.Error>: Recipe<Value, Error>, @unchecked Sendable {
  final private(set) var first: Recipe<Value, Error>?
  final private(set) var second: Recipe<Value, Error>?
  private let length: Int

  init(_ first: Recipe<Value, Error>, _ second: Recipe<Value, Error>) {
    self.first = first
    self.second = second
    length = max(first.depth, second.depth) + 1
    super.init(queues: false)
  }

  deinit {
    Recipe.release(&first)
    Recipe.release(&second)
  }

  final override var depth: Int { length }
}
