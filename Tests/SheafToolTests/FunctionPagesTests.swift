import Foundation
import FunctionLibrary
import Functions
import Testing

@testable import SheafTool

@Suite("Function reference")
struct FunctionPagesTests {
  private static let folder = FilePath.directory(of: #filePath) + "/../../Sources/Sheaf/Sheaf.docc/Functions"
  private static let command = "sheaf functions --format docc --output Sources/Sheaf/Sheaf.docc/Functions"

  @Test("The pages of the guide are those of the declarations")
  func pages() throws {
    let pages = FunctionPages(FunctionGuide(.standard, Paint(isOn: false))).pages
    #expect(Set(pages.map(\.file)).count == pages.count)
    for page in pages {
      let text = (try? FileSystem.read("\(Self.folder)/\(page.file)")).map { String(decoding: $0, as: UTF8.self) }
      // A difference of whole pages would say less than the command that makes them anew.
      #expect(text == page.text ? true : false, "\(page.file) is out of date: \(Self.command)")
    }
    let kept = Set(try FileManager.default.contentsOfDirectory(atPath: Self.folder))
    #expect(kept == Set(pages.map(\.file)))
  }

  @Test("A page has the name of its family")
  func names() {
    #expect(FunctionPages.name(of: "Student's t and Fisher's F") == "StudentsTAndFishersFFunctions")
    #expect(FunctionPages.name(of: "Hyperbolic functions") == "HyperbolicFunctions")
  }
}
