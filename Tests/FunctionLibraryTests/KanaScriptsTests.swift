import CellModel
import Testing

@testable import FunctionLibrary

@Suite("Kana scripts")
struct KanaScriptsTests {
  @Test("Kana turn into those of the other script, and nothing else does")
  func scripts() {
    let text = "ひらがな カタカナ ﾊﾝｶｸｶﾞ ゔゝー・漢字 Ab1"
    #expect(KanaScripts.shown(PhoneticText(of: text, text, in: .asTyped)) == text)
    #expect(KanaScripts.shown(PhoneticText(of: text, text, in: .katakana)) == "ヒラガナ カタカナ ハンカクガ ヴヽー・漢字 Ab1")
    #expect(KanaScripts.shown(PhoneticText(of: text, text, in: .hiragana)) == "ひらがな かたかな はんかくが ゔゝー・漢字 Ab1")
    #expect(KanaScripts.shown(PhoneticText(of: text, text, in: .narrowKatakana)) == "ﾋﾗｶﾞﾅ ｶﾀｶﾅ ﾊﾝｶｸｶﾞ ｳﾞヽｰ･漢字 Ab1")
  }
}
