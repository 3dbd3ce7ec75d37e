/// Objects that stay until the list goes, and are used for each event.
///
/// Whoever reads an element of an array counts references to it, since the array might change meanwhile. An element that is
/// asked for ``subscript(uncounted:)`` is not counted: whatever holds the list must be there as long as it is used, and
/// nothing may be added meanwhile.
struct KeptObjects<Object: AnyObject>: RandomAccessCollection {
  private var objects: [Object]
  /// Beside each object: the same, uncounted.
  private var uncounted: [Unmanaged<Object>]

  init(_ objects: [Object] = []) {
    self.objects = objects
    uncounted = objects.map(Unmanaged.passUnretained)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { objects.count }
  subscript(index: Int) -> Object { objects[index] }
  subscript(uncounted index: Int) -> Unmanaged<Object> { @inline(__always) get { uncounted[index] } }

  mutating func append(_ object: Object) {
    objects.append(object)
    uncounted.append(.passUnretained(object))
  }
}

extension Unmanaged {
  /// Gives the object to a body without counting a reference to it; something else keeps it alive.
  @inline(__always)
  func use<Result>(_ body: (Instance) -> Result) -> Result { _withUnsafeGuaranteedRef(body) }
}
