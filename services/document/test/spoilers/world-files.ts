import sharp from 'sharp';

// Files of the worlds: visible text is the same in both and contains no secret.

/** Marks all hidden content, and no visible content. */
export const CANARY = 'CANARY';
/** Start of the session of each recap, the same in all worlds. */
export const SESSION_START = new Date(Date.now() - 3_600_000).toISOString();
export const PLAIN = 'here be dragons';
/** Content of image files. */
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
 * A page with visible passages and a hidden passage of a given length before each; the second has a heading. Visible
 * passages link to both, passages hidden in one world to the third. Both kinds have images.
 * @param added text added to a visible passage
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

/** Replaces a partly visible text, and so is hidden from players. */
export const pictureOver = (side: 'left' | 'right'): Promise<Buffer> =>
  PICTURES[side === 'left' ? 'hidden' : 'hidden in the right world'];

async function pictureOf(which: keyof typeof PICTURES, alt = 'dragon'): Promise<string> {
  const bytes = await PICTURES[which];
  return `<img alt="${alt}" src="data:image/png;base64,${bytes.toString('base64')}">`;
}
