// A rule book that a script writes: chapters, rooms, lists, tables, boxes to read aloud and figures of creatures.

/** The same numbers at each run. @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ADJECTIVES =
  'drowned hollow silent gilded bitter crooked pale ember salt iron winter broken hidden weeping'.split(
    ' ',
  );
const THINGS =
  'bell lantern keep causeway orchard chapel ledger crown cistern gallows mill harbour crypt archive'.split(
    ' ',
  );
const PEOPLE =
  'the reeve|a ferrywoman|the last abbot|two carters|the mill-wife|a deaf sentry|the guild|an old hound'.split(
    '|',
  );
const ACTS =
  'keeps watch over|has forgotten|sells water beside|buried a key below|refuses to enter|was paid to guard|dreams of|counts the stones of'.split(
    '|',
  );
const ENDS =
  'until the tide turns|although nobody asks|for three silver a night|as the treaty of the marsh demands|and speaks of it to no one|since the winter of the two moons'.split(
    '|',
  );
const CREATURES = 'Marsh Wight|Bell Hound|Salt Golem|Lantern Moth|Drowned Knight|Cistern Eel'.split(
  '|',
);

/**
 * @typedef {{ kind: 'heading', level: number, text: string } | { kind: 'paragraph' | 'item' | 'aloud', text: string }
 *   | { kind: 'table', rows: string[][] } | { kind: 'stats', name: string, lines: string[] }} Part
 */

/** @param {number} passages about as many, headings included @returns {Part[]} */
export function madeBook(passages, seed = 7) {
  const next = numbers(seed);
  /** @template T @param {readonly T[]} all */
  const one = (all) => /** @type {T} */ (all[Math.floor(next() * all.length)]);
  const upTo = (/** @type {number} */ most) => 1 + Math.floor(next() * most);
  const place = () => `the ${one(ADJECTIVES)} ${one(THINGS)}`;
  const sentence = () => {
    const [first = '', ...rest] = `${one(PEOPLE)} ${one(ACTS)} ${place()} ${one(ENDS)}.`;
    return first.toUpperCase() + rest.join('');
  };
  const sentences = (/** @type {number} */ count) =>
    Array.from({ length: count }, sentence).join(' ');
  const title = () => place().replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase());
  /** @type {Part[]} */
  const parts = [];
  for (let chapter = 1; parts.length < passages; chapter++) {
    parts.push({ kind: 'heading', level: 1, text: `Chapter ${chapter}: ${title()}` });
    parts.push({ kind: 'paragraph', text: sentences(5) });
    for (let room = 1; room <= 9; room++) {
      parts.push({ kind: 'heading', level: 2, text: `${chapter}.${room} ${title()}` });
      parts.push({ kind: 'aloud', text: sentences(2) });
      for (let count = upTo(4); count > 0; count--)
        parts.push({ kind: 'paragraph', text: sentences(2 + upTo(4)) });
      for (let count = upTo(4); count > 0; count--) parts.push({ kind: 'item', text: sentence() });
      if (room % 3 === 0) {
        parts.push({ kind: 'heading', level: 3, text: `What stirs in room ${room}` });
        const rows = [1, 2, 3, 4].map((roll) => [`${roll}`, sentence()]);
        parts.push({ kind: 'table', rows: [['d4', 'Encounter'], ...rows] });
      }
      if (room % 4 === 0)
        parts.push({
          kind: 'stats',
          name: one(CREATURES),
          lines: [
            `Armor Class ${10 + upTo(9)}`,
            `Hit Points ${10 * upTo(9)}`,
            'Speed 30 ft.',
            `STR ${8 + upTo(10)} DEX ${8 + upTo(10)} CON ${8 + upTo(10)}`,
          ],
        });
    }
  }
  return parts;
}

/** @param {Part[]} parts as Obsidian writes it */
export const asMarkdown = (parts) =>
  `${parts
    .map((part) => {
      switch (part.kind) {
        case 'heading':
          return `${'#'.repeat(part.level)} ${part.text}`;
        case 'item':
          return `- ${part.text}`;
        case 'aloud':
          return `> [!read-aloud]\n> ${part.text}`;
        case 'table': {
          const [head = [], ...rows] = part.rows.map((row) => `| ${row.join(' | ')} |`);
          return [head, '| --- | --- |', ...rows].join('\n');
        }
        case 'stats':
          return ['```statblock', part.name, ...part.lines, '```'].join('\n');
        default:
          return part.text;
      }
    })
    .join('\n\n')}\n`;

const escaped = (/** @type {string} */ text) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '');

/** @param {Part[]} parts what stands in a page's body */
export const asHtml = (parts) =>
  parts
    .map((part) => {
      switch (part.kind) {
        case 'heading':
          return `<h${part.level}>${escaped(part.text)}</h${part.level}>`;
        case 'item':
          return `<ul><li>${escaped(part.text)}</ul>`;
        case 'aloud':
          return `<div class="aloud"><p>${escaped(part.text)}</div>`;
        case 'table':
          return `<table>${part.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}`).join('')}`).join('')}</table>`;
        case 'stats':
          return `<div class="stats"><h4>${part.name}</h4>${part.lines.map((line) => `<p>${line}`).join('')}</div>`;
        default:
          return `<p>${escaped(part.text)}`;
      }
    })
    .join('\n');

/** How a rule book is set: boxes that the layout frames. */
export const BOOK_STYLE = `body { font: 10pt/1.35 serif; } p { margin: 0 0 4pt; } ul { margin: 0 0 2pt; }
  h1 { font: bold 20pt sans-serif; break-before: page; } h2 { font: bold 14pt sans-serif; } h3 { font: bold 11pt sans-serif; }
  h4 { font: bold 10pt sans-serif; margin: 0; } td { padding: 2pt 8pt; vertical-align: top; }
  .aloud { border: 1pt solid #7a1f1f; padding: 6pt; margin: 6pt 0; font-style: italic; break-inside: avoid; }
  .stats { background: #eee; padding: 6pt; margin: 6pt 0; break-inside: avoid; } .stats p { margin: 0; }`;
