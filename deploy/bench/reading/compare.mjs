/** @typedef {import('./read-file.mjs').Passage} Passage @typedef {import('./references.mjs').Heading} Heading */

/** Each word of three letters and more, once. @param {string} text @returns {Set<string>} */
export const wordsOf = (text) =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\u00ad/g, '')
      .match(/\p{L}[\p{L}\p{M}]{2,}/gu),
  );

/**
 * How many of the reference's words a text has too; words that a line's end parts are no words.
 * @param {string} text @param {string} reference
 */
export function wordsFound(text, reference) {
  const unparted = reference.replace(/[\p{L}\p{M}]+[-‐\u00ad]\s*\n\s*[\p{L}\p{M}]+/gu, ' ');
  const wanted = wordsOf(unparted);
  // At the end of a line pdftotext takes every hyphen for one that only parts a word.
  const has = new Set([...wordsOf(text), ...wordsOf(text.replace(/[-‐]/g, ''))]);
  const missing = [...wanted].filter((word) => !has.has(word));
  return { wanted: wanted.size, missing };
}

/** Letters and digits alone, so that spaces and quotes do not matter. @param {string} text */
export const key = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Headings that were found, that are none, and of those found how many have the right level.
 * @param {Passage[]} passages @param {Heading[]} wanted
 */
export function headingsFound(passages, wanted) {
  const left = wanted.map(({ text, level }) => ({ key: key(text), level }));
  const all = left.filter(({ key }) => key !== '').length;
  let found = 0;
  let levels = 0;
  /** @type {string[]} */
  const wrong = [];
  for (const { kind, text, level } of passages) {
    if (kind !== 'heading') continue;
    const at = left.findIndex((each) => each.key === key(text));
    if (at < 0) wrong.push(text);
    else {
      found++;
      if (left.splice(at, 1)[0]?.level === level) levels++;
    }
  }
  const missing = left.filter(({ key }) => key !== '').map(({ key }) => key);
  return { wanted: all, found, levels, wrong, missing };
}

/** @param {{ wanted: number, found: number, wrong: string[] }[]} files of all together */
export function f1(files) {
  const sum = (/** @type {(file: typeof files[number]) => number} */ of) =>
    files.reduce((all, file) => all + of(file), 0);
  const found = sum((file) => file.found);
  const said = found + sum((file) => file.wrong.length);
  return (2 * found) / (said + sum((file) => file.wanted) || 1);
}

const START = 24;

/**
 * Whether each passage begins on the page that it says. Those whose beginning is on no page or too short say nothing.
 * @param {Passage[]} passages @param {string} reference pages parted by form feeds
 */
export function pagesRight(passages, reference) {
  const pages = reference.split('\f').map(key);
  let right = 0;
  /** @type {string[]} */
  const wrong = [];
  for (const { text, page } of passages) {
    const start = key(text).slice(0, START);
    if (page === undefined || start.length < START || !pages.some((each) => each.includes(start)))
      continue;
    if (pages[page - 1]?.includes(start)) right++;
    else wrong.push(`${page}: ${text.slice(0, 60)}`);
  }
  return { right, wrong };
}
