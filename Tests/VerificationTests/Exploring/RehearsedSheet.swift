import FunctionLibrary
import LiveSheets
import SheetText

@testable import Verification

func rehearsedSheet(_ text: String) -> LiveSheet {
  LiveSheet(SheetDocument(name: "form.sheet", text), environment: LiveSheet.Environment(catalog: .standard).rehearsed)
}
