import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs a target under libFuzzer, which keeps the inputs that reach code no other input has reached.
///
///     fuzzer TARGET FOLDER [ARGUMENTS OF LIBFUZZER]
///
/// The folder takes what is kept; the corpus is written into it first. A broken rule ends the process as a trap does, and
/// leaves the input in a file.
@main
enum GuidedFuzzer {
  nonisolated(unsafe) fileprivate static var target = FuzzTarget.sheet
  nonisolated(unsafe) fileprivate static var mutator = Mutator(
    seed: 1, corpus: [], pieces: [], longest: 1, takesParts: true)

  static func main() throws {
    let words = CommandLine.arguments
    guard words.count >= 3, let target = FuzzTarget(rawValue: words[1]) else {
      FileHandle.standardError.write(
        Data("usage: fuzzer \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) FOLDER …\n".utf8))
      exit(2)
    }
    let corpus = try FuzzCorpus.texts(of: target)
    try FileManager.default.createDirectory(atPath: words[2], withIntermediateDirectories: true)
    for (number, text) in corpus.enumerated() {
      try Data(text.prefix(target.longest)).write(to: URL(filePath: words[2]).appending(path: "given-\(number)"))
    }
    Self.target = target
    let seed = words.lazy.compactMap { $0.hasPrefix("-seed=") ? UInt64($0.dropFirst(6)) : nil }.first ?? 1
    mutator = Mutator(
      seed: seed, corpus: corpus, pieces: target.pieces, longest: target.longest, takesParts: target.takesParts)
    exit(run([words[0], "-max_len=\(target.longest)"] + words.dropFirst(2)))
  }

  /// Gives the words to libFuzzer; they are kept to the end of the process, as those of `main` are.
  private static func run(_ words: [String]) -> CInt {
    var count = CInt(words.count)
    var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = .allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { pointers?[index] = strdup(word) }
    pointers?[words.count] = nil
    return runDriver(&count, &pointers, tryOut)
  }
}

/// One input.
private func tryOut(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  if let fault = GuidedFuzzer.target.fault(of: input) { fatalError(fault) }
  return 0
}

/// Every other change is the mutator's of this folder, which knows what means something to the reader.
@_cdecl("LLVMFuzzerCustomMutator")
public func changeInput(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt)
  -> Int
{
  if seed.isMultiple(of: 2) { return changeBlindly(bytes, count, capacity) }
  var input = Array(UnsafeBufferPointer(start: bytes, count: count))
  GuidedFuzzer.mutator.damage(&input)
  let length = min(input.count, capacity)
  for (index, byte) in input.prefix(length).enumerated() { bytes[index] = byte }
  return length
}

@_silgen_name("LLVMFuzzerMutate")
private func changeBlindly(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ tryOut: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
