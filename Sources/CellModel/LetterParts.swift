/// What letters are made of: a plain letter and its marks, or two letters.
///
/// The marks are the canonical decompositions of Unicode for folded letters of the Latin, Greek and Cyrillic alphabets,
/// so a letter and its spelling with combining marks have the same parts. Joined letters, letters with a stroke and small
/// raised ones are taken apart as the sorting weights of Windows do it ([MS-UCODEREF], Sorting Weight Table).
enum LetterParts {
  /// A mark, the letters that bear it, and the same letters without it.
  private static let marked: [(mark: Unicode.Scalar, letters: String, plain: String)] = [
    ("\u{300}", "àèìòùǜǹѐѝḕṑẁầằềồờừỳἂἃἒἓἢἣἲἳὂὃὒὓὢὣὰὲὴὶὸὺὼ", "aeiouünеиēōwâăêôơưyἀἁἐἑἠἡἰἱὀὁὐὑὠὡαεηιουω"),
    ("\u{300}", "\u{1FCD}ῒ\u{1FDD}ῢ\u{1FED}", "\u{1FBF}ϊ\u{1FFE}ϋ\u{A8}"),
    ("\u{301}", "áéíóúýćĺńŕśźǘǵǻǽǿ\u{385}ΐάέήίΰόύώϓѓќḉḗḯḱḿṍṓṕṹẃ", "aeiouyclnrszügåæø\u{A8}ϊαεηιϋουωϒгкçēïkmõōpũw"),
    ("\u{301}", "ấắếốớứἄἅἔἕἤἥἴἵὄὅὔὕὤὥ\u{1FCE}\u{1FDE}", "âăêôơưἀἁἐἑἠἡἰἱὀὁὐὑὠὡ\u{1FBF}\u{1FFE}"),
    ("\u{302}", "âêîôûĉĝĥĵŝŵŷẑậệộ", "aeioucghjswyzạẹọ"),
    ("\u{303}", "ãñõĩũṽẫẵẽễỗỡữỹ", "anoiuvâăeêôơưy"),
    ("\u{304}", "āēīōūǖǟǡǣǭȫȭȱȳӣӯḡḹṝᾱῑῡ", "aeiouüäȧæǫöõȯyиуgḷṛαιυ"),
    ("\u{306}", "ăĕğĭŏŭйўӂӑӗḝặᾰῐῠ", "aegiouиужаеȩạαιυ"),
    ("\u{307}", "ċėġżȧȯḃḋḟḣṁṅṗṙṡṥṧṩṫẇẋẏẛ", "cegzaobdfhmnprsśšṣtwxyſ"),
    ("\u{308}", "äëïöüÿϊϋϔёїӓӛӝӟӥӧӫӭӱӵӹḧṏṻẅẍẗ", "aeiouyιυϒеіаәжзиоөэучыhõūwxt"),
    ("\u{309}", "ảẩẳẻểỉỏổởủửỷ", "aâăeêioôơuưy"),
    ("\u{30A}", "åůẘẙ", "auwy"),
    ("\u{30B}", "őűӳ", "ouу"),
    ("\u{30C}", "čďěľňřšťžǎǐǒǔǚǧǩǯǰȟ", "cdelnrstzaiouügkʒjh"),
    ("\u{30F}", "ȁȅȉȍȑȕѷ", "aeioruѵ"),
    ("\u{311}", "ȃȇȋȏȓȗ", "aeioru"),
    ("\u{313}", "ἀἐἠἰὀὐὠῤ", "αεηιουωρ"),
    ("\u{314}", "ἁἑἡἱὁὑὡῥ", "αεηιουωρ"),
    ("\u{31B}", "ơư", "ou"),
    ("\u{323}", "ḅḍḥḳḷṃṇṛṣṭṿẉẓạẹịọợụựỵ", "bdhklmnrstvwzaeioơuưy"),
    ("\u{324}", "ṳ", "u"),
    ("\u{325}", "ḁ", "a"),
    ("\u{326}", "șț", "st"),
    ("\u{327}", "çģķļņŗşţȩḑḩ", "cgklnrstedh"),
    ("\u{328}", "ąęįųǫ", "aeiuo"),
    ("\u{32D}", "ḓḙḽṋṱṷ", "delntu"),
    ("\u{32E}", "ḫ", "h"),
    ("\u{330}", "ḛḭṵ", "eiu"),
    ("\u{331}", "ḇḏḵḻṉṟṯẕẖ", "bdklnrtzh"),
    ("\u{338}", "\u{2260}\u{226E}\u{226F}", "\u{3D}\u{3C}\u{3E}"),
    ("\u{342}", "ἆἇἦἧἶἷὖὗὦὧᾶ\u{1FC1}ῆ\u{1FCF}ῖῗ\u{1FDF}ῦῧῶ", "ἀἁἠἡἰἱὐὑὠὡα\u{A8}η\u{1FBF}ιϊ\u{1FFE}υϋω"),
    ("\u{345}", "ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧᾲᾳᾴᾷῂῃῄῇῲῳῴῷ", "ἀἁἂἃἄἅἆἇἠἡἢἣἤἥἦἧὠὡὢὣὤὥὦὧὰαάᾶὴηήῆὼωώῶ"),
  ]

  /// Characters that another stands for in every normal form.
  private static let same: [(Unicode.Scalar, Unicode.Scalar)] = [
    ("\u{340}", "\u{300}"), ("\u{341}", "\u{301}"), ("\u{343}", "\u{313}"), ("\u{374}", "\u{2B9}"), ("\u{37E}", ";"),
    ("\u{387}", "\u{B7}"), ("\u{1F71}", "ά"), ("\u{1F73}", "έ"), ("\u{1F75}", "ή"), ("\u{1F77}", "ί"),
    ("\u{1F79}", "ό"),
    ("\u{1F7B}", "ύ"), ("\u{1F7D}", "ώ"), ("\u{1FBE}", "ι"), ("\u{1FD3}", "ΐ"), ("\u{1FE3}", "ΰ"),
    ("\u{1FEE}", "\u{385}"), ("\u{1FEF}", "`"), ("\u{1FFD}", "\u{B4}"),
  ]

  /// A mark of its own for letters with a stroke through them.
  static let stroke: Unicode.Scalar = "\u{335}"

  /// Stands after a letter in place of a letter that follows it in the alphabet.
  static let next: Unicode.Scalar = "\u{10FFFD}"

  private static let written: [(Unicode.Scalar, String)] = [
    ("æ", "ae"), ("œ", "oe"), ("ß", "ss"), ("þ", "th"), ("ĳ", "ij"), ("ǆ", "dž"), ("ǉ", "lj"), ("ǌ", "nj"), ("ǳ", "dz"),
    ("ﬀ", "ff"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬃ", "ffi"), ("ﬄ", "ffl"), ("ﬅ", "st"), ("ﬆ", "st"), ("ŉ", "n"), ("ŀ", "l"),
    ("ſ", "s"), ("ς", "σ"), ("ª", "a"), ("º", "o"), ("ı", "i"), ("ŋ", "n\u{10FFFD}"), ("ƒ", "f\u{10FFFD}"),
    ("¹", "1"), ("²", "2"), ("³", "3"), ("¼", "0\u{10FFFD}1"), ("½", "0\u{10FFFD}2"), ("¾", "0\u{10FFFD}3"),
    ("\u{344}", "\u{308}\u{301}"), ("\u{A0}", " "),
  ]

  private static let struck: (letters: String, plain: String) = ("øðđħłŧƀǥƶɇɉɍɏ", "oddhltbgzejry")

  private static let parts: [Unicode.Scalar: [Unicode.Scalar]] = {
    var parts: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for row in marked {
      for (letter, plain) in zip(row.letters.unicodeScalars, row.plain.unicodeScalars) {
        parts[letter] = [plain, row.mark]
      }
    }
    for (letter, plain) in zip(struck.letters.unicodeScalars, struck.plain.unicodeScalars) {
      parts[letter] = [plain, stroke]
    }
    for (letter, other) in same { parts[letter] = [other] }
    for (letter, text) in written { parts[letter] = Array(text.unicodeScalars) }
    return parts
  }()

  /// Gives the parts of a folded character in order; a character that has none is its own part.
  static func forEach(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    switch scalar.value {
    case 0..<0x80: body(scalar)
    // Spaces of other widths, and the wide forms of ASCII.
    case 0x2000...0x200A, 0x202F, 0x205F, 0x3000: body(" ")
    case 0xFF01...0xFF5E: body(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
    default:
      guard let own = parts[scalar] else { return body(scalar) }
      for part in own { forEach(of: part, body) }
    }
  }
}
