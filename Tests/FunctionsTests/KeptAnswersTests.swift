import TestSupport
import Testing

@testable import Functions

@Suite("Kept answers")
struct KeptAnswersTests {
  /// A question that many others share a hash with.
  private static func hash(of question: Int) -> Int { question % 700 }

  @Test("Whatever is asked, an answer is that of its question, and what the answers take is known")
  func rules() {
    var random = SeededGenerator(seed: 3)
    var answers = KeptAnswers<Int, Int>()
    var hits = 0
    for step in 1...20_000 {
      let question = random.happens(70) ? random.number(0...60) : random.number(0...3_000)
      let size = random.happens(98) ? random.number(0...2_000) : 1 << 18
      let hash = Self.hash(of: question)
      if let place = answers.place(of: hash, where: { $0 == question }) {
        if let answer = answers.answer(at: place) {
          hits += 1
          #expect(answer == question * 7)
        } else {
          answers.keep(question * 7, at: place, size: size)
        }
      } else {
        answers.note(question, hash, size: size)
      }
      if step.isMultiple(of: 500) { #expect(answers.brokenRules().isEmpty, "step \(step): \(answers.brokenRules())") }
    }
    #expect(hits > 5_000)
    #expect(answers.count <= 1 << 10)
  }

  @Test("What is larger than all that is kept is not kept")
  func tooLarge() {
    var answers = KeptAnswers<Int, Int>()
    answers.note(1, 1, size: 1 << 30)
    #expect(answers.count == 0)
    answers.note(1, 1, size: 0)
    answers.keep(5, at: 0, size: 1 << 30)
    #expect(answers.answer(at: 0) == nil)
    #expect(answers.brokenRules().isEmpty)
  }
}
