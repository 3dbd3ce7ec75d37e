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

  @Test("-o is a file for what is printed, without colour, and a folder for pages")
  func output() throws {
    let folder = try TemporaryFolder()
    for words in [["functions", "ROUND"], ["functions", "-f", "json"], ["functions"]] {
      let printed = ToolRun(words)
      let run = ToolRun(words + ["--color", "always", "-o", folder["o.txt"]])
      #expect((run.status, run.output, run.errors) == (0, "", ""))
      #expect(String(decoding: try FileSystem.read(folder["o.txt"]), as: UTF8.self) == printed.output)
      #expect(ToolRun(words + ["-o", "-"]).output == printed.output)
    }
    let run = ToolRun("functions", "-o", folder["nowhere/o.txt"])
    #expect(run.status == 2 && run.output == "")
  }

  @Test("What is wrong with a sheet of functions is told, and a workbook is none")
  func sheets() throws {
    let folder = try TemporaryFolder([
      "good.sheet": "twice = LAMBDA(x, 2 * x)\n", "bad.sheet": "twice = LAMBDA(x, 2 * x)\nn = (1\n", "no.csv": "a\n1\n",
    ])
    #expect(ToolRun("functions", "twice", "--sheet", folder["good.sheet"]).status == 0)
    let bad = ToolRun("functions", "twice", "--sheet", folder["bad.sheet"])
    #expect(bad.status == 1 && bad.output.hasPrefix("twice(x)"), "\(bad.output)")
    #expect(bad.errors.contains("this ( is never closed"), "\(bad.errors)")
    let book = ToolRun("functions", "--sheet", folder["no.csv"])
    #expect(book.status == 2 && book.errors.contains("is a workbook, and functions takes a sheet"), "\(book.errors)")
  }

  @Test("A page has the name of its family")
  func names() {
    #expect(FunctionPages.name(of: "Student's t and Fisher's F") == "StudentsTAndFishersFFunctions")
    #expect(FunctionPages.name(of: "Hyperbolic functions") == "HyperbolicFunctions")
  }
}
