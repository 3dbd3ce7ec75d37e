extension FunctionCatalog {
  static var textFamilies: [any FunctionFamily.Type] {
    [
      TextParts.self, TextJoining.self, TextSplitting.self, TextSearching.self, LetterCase.self, TextAndNumbers.self,
      CharacterCodes.self, ByteParts.self, RegularExpressions.self, WrittenForms.self,
      WebTexts.self,
    ]
  }
}
