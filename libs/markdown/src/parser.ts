import { titleOfNameLink } from '@tomekeeper/contracts-document/name-link';
import MarkdownIt from 'markdown-it';

// markdown-it, which needs linear time for any input, with the markup of Obsidian.

// Its types have other names for `import` and `require`.
type Parser = InstanceType<typeof MarkdownIt>;
export type Token = ReturnType<Parser['parse']>[number];
type StateInline = Parameters<Parser['inline']['tokenize']>[0];
type StateCore = Parameters<Parser['core']['process']>[0];

/** Containers in containers; `source.ts` removes deeper markup, as markdown-it drops the text in it. */
const MAX_NESTING = 200;
/** Characters of one paragraph; a longer one is plain text. */
const MAX_INLINE = 256 * 1024;

const WIKI_LINK = /!?\[\[([^[\]\n]{1,500})\]\]/y;
const HIGHLIGHT = /==(?=\S)[^=\n]{1,2000}==/y;
const FOOTNOTE_MARK = /\[\^([^\s[\]]{1,80})\]/y;
const SCHEME = /(?:^|[^\p{L}\d])(https?)$/iu;
const ADDRESS = /:\/\/[^\s<>"\]]{1,2000}/y;
const CALLOUT = /^\[!([^\]|\n]{1,80})(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)\n?([\s\S]*)$/;
const MAYBE_SECRET = /%%|\[!secret|<[a-z]/i;

export const parser = new MarkdownIt({ html: true, maxNesting: MAX_NESTING });
// The reader of the blocks decides which addresses are links.
parser.validateLink = () => true;
parser.normalizeLink = (url) => url;
parser.normalizeLinkText = (text) => text;
parser.core.ruler.disable(['linkify', 'replacements', 'smartquotes']);
parser.inline.ruler.disable('linkify');
parser.core.ruler.before('inline', 'callouts', readCallouts);
parser.core.ruler.at('inline', readInlineContent);
parser.inline.ruler.before('link', 'wiki_link', readWikiLink);
parser.inline.ruler.before('link', 'footnote_mark', readFootnoteMark);
parser.inline.ruler.before('emphasis', 'highlight', readHighlight);
parser.inline.ruler.before('emphasis', 'comment_mark', readCommentMark);
parser.inline.ruler.before('emphasis', 'plain_url', readPlainUrl);

export interface WikiLink extends Record<string, unknown> {
  target: string;
  isEmbed: boolean;
  /** The part after `|`. */
  words: string;
}

const matchAt = (pattern: RegExp, { src, pos }: StateInline): RegExpExecArray | null => {
  pattern.lastIndex = pos;
  return pattern.exec(src);
};

/** `[[Page#Heading|words]]` */
function readWikiLink(state: StateInline, silent: boolean): boolean {
  const found = matchAt(WIKI_LINK, state);
  if (!found) return false;
  if (!silent) {
    const [target = '', ...words] = found[1]!.replaceAll('\\|', '|').split('|');
    const token = state.push('wiki_link', '', 0);
    const isEmbed = found[0].startsWith('!');
    token.content = isEmbed
      ? wordsOfEmbed(target)
      : words.join('|').trim() || wordsOfTarget(target);
    const link: WikiLink = { target: target.trim(), isEmbed, words: words.join('|').trim() };
    token.meta = link;
  }
  state.pos += found[0].length;
  return true;
}

const wordsOfTarget = (target: string): string =>
  target.replace(/^#\^?/, '').replaceAll('#', ' › ').trim();

/** Text of an embed. The name of an embedded note may be secret, so players get a constant; text after the name is a picture's size. */
function wordsOfEmbed(target: string): string {
  const [name = ''] = target.split('#');
  const isFile = name.trim() !== '' && titleOfNameLink({ name }) === undefined;
  return isFile ? wordsOfTarget(target) : 'Embedded note';
}

/** Footnotes keep their mark in brackets. */
function readFootnoteMark(state: StateInline, silent: boolean): boolean {
  const found = matchAt(FOOTNOTE_MARK, state);
  if (!found) return false;
  if (!silent) state.push('text', '', 0).content = `[${found[1]}]`;
  state.pos += found[0].length;
  return true;
}

function readHighlight(state: StateInline, silent: boolean): boolean {
  const found = matchAt(HIGHLIGHT, state);
  if (!found || state.pos + found[0].length > state.posMax) return false;
  const end = state.pos + found[0].length;
  if (!silent) {
    const { posMax } = state;
    state.pos += 2;
    state.posMax = end - 2;
    state.md.inline.tokenize(state);
    state.posMax = posMax;
  }
  state.pos = end;
  return true;
}

/** Facts about a `%%`; `comments.ts` decides its role. */
export interface CommentMark extends Record<string, unknown> {
  before: string;
  after: string;
  role: 'open' | 'close' | 'text' | 'inside';
}

function readCommentMark(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('%%', pos)) return false;
  if (!silent) {
    const token = state.push('comment_mark', '', 0);
    token.content = '%%';
    const mark: CommentMark = {
      before: src[pos - 1] ?? '\n',
      after: src[pos + 2] ?? '\n',
      role: 'text',
    };
    token.meta = mark;
  }
  state.pos += 2;
  return true;
}

/** `https://…` without markup is a link. */
function readPlainUrl(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || state.linkLevel > 0) return false;
  const scheme = SCHEME.exec(state.src.slice(Math.max(0, state.pos - 6), state.pos))?.[1];
  const found = scheme && matchAt(ADDRESS, state);
  if (!scheme || !found) return false;
  const rest = withoutEndOfSentence(found[0].split('%%')[0]!);
  if (rest.length <= 3) return false;
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length);
    state.push('link_open', 'a', 1).attrs = [['href', scheme + rest]];
    state.push('text', '', 0).content = scheme + rest;
    state.push('link_close', 'a', -1);
  }
  state.pos += rest.length;
  return true;
}

function withoutEndOfSentence(address: string): string {
  let end = address.length;
  let open = 0;
  for (const sign of address) open += sign === '(' ? 1 : sign === ')' ? -1 : 0;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    if (last === ')' && open < 0) open++;
    else if (!/[?!.,:;*_~'`]/.test(last)) break;
  }
  return address.slice(0, end);
}

/** Notes the name of a callout on its quote; its title becomes a heading. */
function readCallouts(state: StateCore): void {
  const tokens: Token[] = [];
  for (let at = 0; at < state.tokens.length; at++) {
    const token = state.tokens[at]!;
    tokens.push(token);
    if (token.type !== 'blockquote_open') continue;
    const [paragraph, inline] = [state.tokens[at + 1], state.tokens[at + 2]];
    const found = paragraph?.type === 'paragraph_open' && CALLOUT.exec(inline?.content ?? '');
    if (!found) continue;
    const [, name, title = '', body = ''] = found;
    token.meta = { callout: name };
    if (title.trim() !== '') tokens.push(...wrapped(state, 'heading', title.trim()));
    if (body.trim() !== '') tokens.push(...wrapped(state, 'paragraph', body));
    at += 3;
  }
  state.tokens = tokens;
}

function wrapped(state: StateCore, kind: 'heading' | 'paragraph', content: string): Token[] {
  const tag = kind === 'heading' ? 'h6' : 'p';
  const inline = new state.Token('inline', '', 0);
  inline.content = content;
  inline.children = [];
  return [
    new state.Token(`${kind}_open`, tag, 1),
    inline,
    new state.Token(`${kind}_close`, tag, -1),
  ];
}

function readInlineContent(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    token.children = [];
    if (token.content.length <= MAX_INLINE)
      state.md.inline.parse(token.content, state.md, state.env, token.children);
    else {
      const text = new state.Token('text', '', 0);
      text.content = token.content;
      text.meta = { isSecret: MAYBE_SECRET.test(token.content) };
      token.children.push(text);
    }
  }
}
