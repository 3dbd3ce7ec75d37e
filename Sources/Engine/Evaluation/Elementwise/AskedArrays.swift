import CellModel

/// Arrays that were compared with one value after the other, and where their elements stand, once many have asked for that.
struct AskedArrays {
  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    static let leastQuestions = 2
  #else
    /// How often somebody asks before it is found out: to put all in order costs as much as twenty looks.
    static let leastQuestions = 16
  #endif
  static let mostArrays = 8
  /// How many elements there are in all of which it is kept where they stand.
  static let mostElements = 1 << 19

  private struct Asked {
    let array: CellArray
    var questions = 1
    /// `nil` as long as too few have asked, for an array that does not tell, and for one that had to make room.
    var places: ElementPlaces?
  }

  /// The one that was asked last stands last.
  private var arrays: [Asked] = []

  var isEmpty: Bool { arrays.isEmpty }
  /// How many elements there are of which it is kept where they stand.
  var elementCount: Int { arrays.reduce(0) { $0 + ($1.places == nil ? 0 : $1.array.count) } }

  /// Where the elements of an array stand; `nil` where all are to be looked at.
  mutating func places(in array: CellArray) -> ElementPlaces? {
    guard let known = arrays.lastIndex(where: { $0.array.isSameStorage(as: array) }) else {
      if arrays.count == Self.mostArrays { arrays.removeFirst() }
      arrays.append(Asked(array: array))
      return nil
    }
    if known < arrays.count - 1 { arrays.append(arrays.remove(at: known)) }
    let last = arrays.count - 1
    arrays[last].questions += 1
    if arrays[last].questions == Self.leastQuestions, array.count <= Self.mostElements / 2 {
      makeRoom(for: array.count)
      arrays[last].places = ElementPlaces(array)
    }
    return arrays[last].places
  }

  private mutating func makeRoom(for count: Int) {
    var kept = elementCount
    for index in arrays.indices where kept + count > Self.mostElements && arrays[index].places != nil {
      kept -= arrays[index].array.count
      arrays[index].places = nil
    }
  }
}
