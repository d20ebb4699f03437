import type { Mark, Node } from 'prosemirror-model';
import { isLink, schema } from '../schema';

const { marks, nodes } = schema;

/** Where a name in `[[double brackets]]` leads; undefined where no document is called so. */
export type FindLink = (name: string) => string | undefined;

interface Sign {
  /** At the place where it is looked for. */
  form: RegExp;
  read: (found: RegExpExecArray, dress: readonly Mark[], findLink: FindLink) => Node[];
}

const dressed = (text: string, dress: readonly Mark[]): Node[] =>
  text === '' ? [] : [schema.text(text, dress)];

const within =
  (mark: Mark): Sign['read'] =>
  ([, words = ''], dress, findLink) =>
    inlinesFrom(words, findLink, mark.addToSet(dress));

const linked = (href: string, words: string, dress: readonly Mark[], findLink: FindLink): Node[] =>
  isLink(href)
    ? inlinesFrom(words, findLink, marks.link.create({ href }).addToSet(dress))
    : inlinesFrom(words, findLink, dress);

const SIGNS: readonly Sign[] = [
  {
    form: /\\([\\`*_{}[\]()#+\-.!~|<>=$&:])/y,
    read: ([, sign = ''], dress) => dressed(sign, dress),
  },
  { form: /(?: {2,}|\\)\n/y, read: (_, dress) => [nodes.hard_break.create(null, null, dress)] },
  { form: /<br ?\/?>/iy, read: (_, dress) => [nodes.hard_break.create(null, null, dress)] },
  {
    form: /(`+)(?!`)(.{1,2000}?)(?<!`)\1(?!`)/sy,
    read: ([, , words = ''], dress) =>
      dressed(words.replaceAll('\n', ' '), marks.code_words.create().addToSet(dress)),
  },
  // A picture that lies elsewhere is its words, and leads there.
  {
    form: /!\[([^\]]{0,500})\]\(\s*<?([^\s)>]{0,2000})>?(?:\s+"[^"]{0,500}")?\s*\)/y,
    read: ([, alt = '', to = ''], dress, findLink) => linked(to, alt || 'Picture', dress, findLink),
  },
  {
    form: /!?\[\[([^[\]|#\n]{0,255})(?:#([^[\]|\n]{0,255}))?(?:\|([^[\]\n]{0,255}))?\]\]/y,
    read: ([, name = '', part = '', words], dress, findLink) => {
      const href = findLink(name.trim());
      const said = words?.trim() || name.trim() || part.trim();
      return dressed(said, href ? marks.link.create({ href }).addToSet(dress) : dress);
    },
  },
  {
    form: /\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){1,1000})\]\(\s*<?((?:[^\s()<>]|\([^\s()]{0,500}\)){0,2000})>?(?:\s+"[^"]{0,500}")?\s*\)/y,
    read: ([, words = '', to = ''], dress, findLink) => linked(to, words, dress, findLink),
  },
  {
    form: /<((?:https?:\/\/|mailto:)[^\s<>]+)>/iy,
    read: ([, to = ''], dress) => dressed(to, marks.link.create({ href: to }).addToSet(dress)),
  },
  {
    form: /https?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;:!?]/iy,
    read: ([to], dress) => dressed(to, marks.link.create({ href: to }).addToSet(dress)),
  },
  {
    form: /\*\*\*(?=\S)((?:[^*]|\*(?!\*\*)){1,2000}?)(?<=\S)\*\*\*/y,
    read: ([, words = ''], dress, findLink) =>
      inlinesFrom(
        words,
        findLink,
        marks.bold.create().addToSet(marks.italic.create().addToSet(dress)),
      ),
  },
  { form: /\*\*(?=\S)((?:[^*]|\*(?!\*)){1,2000}?)(?<=\S)\*\*/y, read: within(marks.bold.create()) },
  {
    form: /__(?=\S)((?:[^_]|_(?!_)){1,2000}?)(?<=\S)__(?![\p{L}\d])/uy,
    read: within(marks.bold.create()),
  },
  {
    form: /\*(?=\S)((?:[^*]|\*\*[^*]{1,500}\*\*){1,2000}?)(?<=\S)\*/y,
    read: within(marks.italic.create()),
  },
  { form: /_(?=\S)([^_]{1,2000}?)(?<=\S)_(?![\p{L}\d])/uy, read: within(marks.italic.create()) },
  { form: /~~(?=\S)([^~]{1,2000}?)(?<=\S)~~/y, read: within(marks.strike.create()) },
];

/** Where a sign may begin: all else is passed over at once. */
const SPECIAL = /[\\<`![h*_~ ]/gi;

/** Words with the signs of Markdown, as text in its dress. Breaks of lines within it are spaces. */
export function inlinesFrom(
  text: string,
  findLink: FindLink = () => undefined,
  dress: readonly Mark[] = [],
): Node[] {
  const made: Node[] = [];
  let plainFrom = 0;
  const plain = (to: number) =>
    made.push(...dressed(text.slice(plainFrom, to).replaceAll(/\s*\n\s*/g, ' '), dress));
  SPECIAL.lastIndex = 0;
  for (let special = SPECIAL.exec(text); special;) {
    const at = special.index;
    const found = signAt(text, at);
    if (found) {
      plain(at);
      const inner = found.sign.read(found.match, dress, findLink);
      made.push(...inner);
      plainFrom = at + found.match[0].length;
    }
    SPECIAL.lastIndex = found ? plainFrom : at + 1;
    special = SPECIAL.exec(text);
  }
  plain(text.length);
  return made;
}

function signAt(text: string, at: number) {
  // An underscore within a word is one.
  if (text[at] === '_' && /[\p{L}\d]/u.test(text[at - 1] ?? '')) return undefined;
  if (/h/i.test(text[at] ?? '') && /[\p{L}\d]/u.test(text[at - 1] ?? '')) return undefined;
  for (const sign of SIGNS) {
    sign.form.lastIndex = at;
    const match = sign.form.exec(text);
    if (match) return { sign, match };
  }
  return undefined;
}
