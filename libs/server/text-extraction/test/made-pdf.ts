import { deflateSync } from 'node:zlib';

/** Points from the lower left; letters are as wide as six tenths of their size. */
interface Text {
  x: number;
  y: number;
  size?: number;
  bold?: boolean;
  text: string;
}

export interface MadePage {
  texts?: Text[];
  /** Grey boxes: left, bottom, width, height. */
  boxes?: [number, number, number, number][];
  /** Where a picture of a red square lies. */
  picture?: [number, number, number, number];
}

/** Words in lines of so many letters, from the top of a column on. */
export function column(x: number, top: number, lines: string[], size = 10): Text[] {
  return lines.map((text, index) => ({ x, y: top - index * size * 1.2, size, text }));
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function content({ texts = [], boxes = [], picture }: MadePage): string {
  return [
    ...boxes.map((box) => `0.85 g ${box.join(' ')} re f 0 g`),
    ...texts.map(
      ({ x, y, size = 10, bold, text }) =>
        `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
    ),
    ...(picture
      ? [`q ${picture[2]} 0 0 ${picture[3]} ${picture[0]} ${picture[1]} cm /I1 Do Q`]
      : []),
  ].join('\n');
}

/** A PDF file of pages of 600 by 800 points, as its own objects. */
export function madePdf(
  pages: MadePage[],
  outline: { title: string; page: number }[] = [],
): Buffer {
  const red = Buffer.alloc(64 * 64 * 3, Buffer.from([200, 10, 10]));
  const first = 7;
  const pageAt = (index: number) => first + index * 2;
  const entryAt = (index: number) => first + pages.length * 2 + index;
  return ofObjects([
    `<</Type/Catalog/Pages 2 0 R${outline.length > 0 ? '/Outlines 6 0 R' : ''}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, index) => `${pageAt(index)} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Courier-Bold/Encoding/WinAnsiEncoding>>',
    stream(
      '/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceRGB/BitsPerComponent 8',
      red,
    ),
    outline.length > 0
      ? `<</First ${entryAt(0)} 0 R/Last ${entryAt(outline.length - 1)} 0 R/Count ${outline.length}>>`
      : '<<>>',
    ...pages.flatMap((page, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${pageAt(index) + 1} 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</I1 5 0 R>>>>>>`,
      stream('', Buffer.from(content(page), 'latin1')),
    ]),
    ...outline.map(
      ({ title, page }, index) =>
        `<</Title(${escaped(title)})/Parent 6 0 R/Dest[${pageAt(page - 1)} 0 R/Fit]` +
        `${index > 0 ? `/Prev ${entryAt(index - 1)} 0 R` : ''}${index < outline.length - 1 ? `/Next ${entryAt(index + 1)} 0 R` : ''}>>`,
    ),
  ]);
}

export function stream(dictionary: string, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes);
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

/** A file of objects, of which the first is the catalogue. */
export function ofObjects(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]!.length;
  const places = objects.map((object, index) => {
    const place = length;
    const bytes = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(bytes);
    length += bytes.length;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
        `trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const HEBREW = 'אבגדהוזחטיךכלםמןנסעףפץצקרשת';
/** Character names of Hebrew letters in the order of Unicode. */
const AFII = Array.from(HEBREW, (_, index) => `/afii${57_664 + index}`);
const codeOf = (letter: string): string => {
  const at = HEBREW.indexOf(letter);
  return (at < 0 ? letter.charCodeAt(0) : 0x80 + at).toString(16).padStart(2, '0');
};

/**
 * A line of right-aligned words in 12 points, drawn from left to right as given, or with several words from right to left.
 * The glyphs of each word have visual order.
 * @param shapes operators of the page in addition to the line
 */
export function hebrewPdf(words: string[], shapes = ''): Buffer {
  const visual = (word: string) =>
    words.length > 1 && HEBREW.includes(word[0]!) ? [...word].reverse() : [...word];
  let right = 560;
  const drawn = words.map((word) => {
    const left = right - word.length * 7.2;
    right = left - 7.2;
    return `1 0 0 1 ${left} 700 Tm <${visual(word).map(codeOf).join('')}> Tj`;
  });
  const content = `${shapes} BT /F1 12 Tf ${drawn.join(' ')} ET`;
  return ofObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</Type/Encoding/Differences[128${AFII.join('')}]>>>>`,
  ]);
}
