import sharp from 'sharp';

// What is in the files of the worlds: what players may read is the same in both, and says nothing that they may not.

/** Stands in whatever players may not see, and in nothing that they may. */
export const CANARY = 'CANARY';
export const PLAIN = 'here be dragons';
/** What is in a file whose name says that it is a picture. */
const PICTURES = {
  plain: drawn('#375'),
  hidden: drawn('#a33').then(withCanary),
  'hidden in the right world': drawn('#a3a').then(withCanary),
};

function withCanary(picture: Buffer): Buffer {
  return Buffer.concat([picture, Buffer.from(CANARY)]);
}

function drawn(background: string): Promise<Buffer> {
  const width = 8;
  return sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer();
}

/**
 * A page with passages that players see, and before each one that they do not, of a length; the second has a heading. What they see
 * links to both; what is hidden in one world alone links to the third. There are pictures in both.
 * @param added what is added to one that players see
 */
export async function mixedText(hidden: readonly number[], added = ''): Promise<string> {
  const secretPicture = await pictureOf('hidden', `${CANARY} lair`);
  return [
    '<h1 id="here">Here be dragons</h1>',
    `<p>and <a href="#here">there</a> <a href="#secret">and there</a>${added}</p>${await pictureOf('plain')}`,
    '<h1 id="home">More dragons</h1>',
  ]
    .map((text, at) => {
      const length = hidden[at];
      const words = `${CANARY} dragons ${'x'.repeat(length ?? 0)}`;
      const secret = at === 0 ? `<p>${words}` : `<p id="secret">${words} <a href="#home">home</a>`;
      const heading = at === 1 ? `<h2>${CANARY} cellar</h2>` : '';
      return length === undefined ? text : `${heading}${secret}</p>${secretPicture}${text}`;
    })
    .join('');
}

export type Content = 'text' | 'picture' | 'page' | 'other';
export const TYPES: Record<Content, string> = {
  text: 'text/plain',
  picture: 'image/png',
  page: 'text/html',
  other: 'application/octet-stream',
};

export const contentOf = (name: string): Content =>
  name.endsWith('.png')
    ? 'picture'
    : name.endsWith('.html')
      ? 'page'
      : name.endsWith('.txt')
        ? 'text'
        : 'other';

export async function fileOf(
  what: Content,
  which: keyof typeof PICTURES,
  text: string,
): Promise<Buffer | string> {
  if (what === 'picture') return PICTURES[which];
  return what === 'page'
    ? `<!doctype html><p>${text}</p>${await pictureOf(which, text)}<p>${text}</p>`
    : text;
}

/** Stands in the place of a text of which players saw a part, and so is hidden from them. */
export const pictureOver = (side: 'left' | 'right'): Promise<Buffer> =>
  PICTURES[side === 'left' ? 'hidden' : 'hidden in the right world'];

async function pictureOf(which: keyof typeof PICTURES, alt = 'dragon'): Promise<string> {
  const bytes = await PICTURES[which];
  return `<img alt="${alt}" src="data:image/png;base64,${bytes.toString('base64')}">`;
}
