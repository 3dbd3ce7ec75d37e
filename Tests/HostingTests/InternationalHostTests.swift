import Testing

@testable import Hosting

@Suite("International hosts")
struct InternationalHostTests {
  @Test("Names have the form that the network has for them")
  func names() {
    // RFC 3492, section 7.1, and names of the registries' own examples.
    let rows = [
      ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
      ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
      ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("faß.de", "xn--fa-hia.de"),
      ("例え。テスト", "xn--r8jz45g.xn--zckzah"), ("plain.example", "plain.example"),
      ("ليهمابتكلموشعربي؟", nil), ("ｅxample.org", nil), ("a\u{200D}b.example", nil), ("a\u{2044}b.example", nil),
      ("😀.example", nil),
    ]
    for (name, expected) in rows { #expect(InternationalHost.ascii(host: name) == expected, "\(name)") }
  }

  @Test("Of a URL only the host is changed")
  func urls() {
    let rows = [
      ("http://bücher.example:80/ü?q=ü#ü", "http://xn--bcher-kva.example:80/ü?q=ü#ü"),
      ("//bücher.example", "//xn--bcher-kva.example"), ("ü/x", "ü/x"),
      ("/login?next=http://ü/", "/login?next=http://ü/"),
      ("http://ü@bücher.example/", "http://ü@xn--bcher-kva.example/"), ("http://a\u{2044}b/", nil),
    ]
    for (url, expected) in rows { #expect(InternationalHost.ascii(in: url) == expected, "\(url)") }
  }
}
