/** Characters of the font Symbol from A to Z and from a to z. */
const GREEK = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ' + 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ';
const SYMBOL: Record<number, string> = {
  0xa3: '≤',
  0xa5: '∞',
  0xab: '↔',
  0xac: '←',
  0xad: '↑',
  0xae: '→',
  0xaf: '↓',
  0xb0: '°',
  0xb1: '±',
  0xb3: '≥',
  0xb4: '×',
  0xb7: '•',
  0xb8: '÷',
  0xb9: '≠',
  0xbb: '≈',
  0xbc: '…',
  0xd6: '√',
};
const WINGDINGS: Record<number, string> = {
  0x4a: '☺',
  0x4c: '☹',
  0x4e: '☠',
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '☐',
  0xab: '★',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
};

/** @returns the Unicode character of a `w:sym` element, U+FFFD where a font of symbols has no known equivalent */
export function symbolOf(font = '', code = ''): string {
  const point = parseInt(code, 16);
  if (!(point > 0 && point <= 0xffff)) return '';
  const isSymbol = /^symbol$/i.test(font);
  const isWingdings = /^wingdings$/i.test(font);
  // Word stores codes of symbol fonts in the private use area.
  const byte = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point;
  if (isWingdings) return WINGDINGS[byte] ?? '\ufffd';
  if (isSymbol) {
    const letter = /[A-Za-z]/.test(String.fromCharCode(byte)) ? byte : undefined;
    if (letter !== undefined) return GREEK[letter >= 0x61 ? letter - 0x61 + 26 : letter - 0x41]!;
    if (byte >= 0x20 && byte < 0x41) return String.fromCharCode(byte);
    return SYMBOL[byte] ?? '\ufffd';
  }
  return point >= 0xe000 && point <= 0xf8ff ? '\ufffd' : String.fromCharCode(point);
}
