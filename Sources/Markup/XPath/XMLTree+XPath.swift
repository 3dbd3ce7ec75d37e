extension XMLTree {
  /// What a query of XPath 1.0 gives, asked of the document.
  package func value(of query: String) throws(XMLFault) -> XPathValue {
    let expression = try XPathParser.expression(of: query, namespaces: namespaces)
    var evaluation = XPathEvaluation(self)
    return try evaluation.value(of: expression, at: XPathEvaluation.Place(node: 0))
  }
}
