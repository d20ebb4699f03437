import type { Inline } from '@tomekeeper/contracts-document';
import { nameHref } from '@tomekeeper/contracts-document/name-link';
import type { Block } from './block';
import type { CommentMark, Token, WikiLink } from './parser';
import type { SecretElements } from './secret-html';

type Marks = Omit<Inline, 'text'>;
/** HTML tags that are open at once. */
const MAX_OPEN = 50;
const MARKS_OF_TAG: Record<string, Marks> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  s: { strike: true },
  del: { strike: true },
  code: { code: true },
};
const MARKS_OF_TOKEN: Record<string, Marks> = {
  strong: { bold: true },
  em: { italic: true },
  s: { strike: true },
};

/** A file or note in the place of `![[target|words]]` or `![words](target)`. */
export interface Embed {
  target: string;
  words: string;
  isWikiLink: boolean;
}

export interface ReaderOptions {
  emit: (block: Block) => void;
  /** The blocks of a piece of HTML; without it HTML is left out. */
  html?: (source: string) => Block[];
  /** Where a link leads; undefined where it is no safe address. */
  hrefOf: (address: string) => string | undefined;
  /** The inline in the place of an embed or picture; without it embeds are text, and pictures follow their block. */
  embedOf?: ((embed: Embed) => Inline) | undefined;
}

/** State shared by all inlines of a text. */
export interface InlineContext extends Pick<ReaderOptions, 'hrefOf' | 'embedOf'> {
  secretElements: SecretElements;
  /** Whether a comment is open; it may be open over several blocks. */
  isInComment: boolean;
}

export interface Inlines {
  visible: Inline[];
  /** The text of comments. */
  comment: Inline[];
  images: { alt: string; src: string }[];
  /** Whether the text contains secret markup other than comments. */
  isSecret: boolean;
}

/** The text of a paragraph with its marks. */
export function readInlines(tokens: readonly Token[], context: InlineContext): Inlines {
  const read: Inlines = { visible: [], comment: [], images: [], isSecret: false };
  const open: Marks[] = [];
  const tags: string[] = [];
  const add = (text: string, more: Marks = {}) => {
    const marks = Object.assign(
      {},
      ...open,
      ...tags.map((tag) => MARKS_OF_TAG[tag]),
      more,
    ) as Marks;
    (context.isInComment ? read.comment : read.visible).push({ text, ...marks });
  };
  const addEmbed = (embed: Embed) => {
    const { text, ...marks } = context.embedOf!(embed);
    add(text, marks);
  };
  for (const token of tokens) {
    const [, kind = '', side] = /^(strong|em|s|link)_(open|close)$/.exec(token.type) ?? [];
    if (side === 'close') open.pop();
    else if (kind === 'link') {
      const href = context.hrefOf(addressOf(token, 'href'));
      open.push(href ? { href } : {});
    } else if (side === 'open') open.push(MARKS_OF_TOKEN[kind] ?? {});
    else
      switch (token.type) {
        case 'softbreak':
          add(' ');
          break;
        case 'hardbreak':
          add('\n');
          break;
        case 'code_inline':
          add(token.content, { code: true });
          break;
        case 'wiki_link': {
          const { target, isEmbed, words } = token.meta as WikiLink;
          if ([token.content, words].some((text) => text.includes('%%'))) read.isSecret = true;
          if (isEmbed && context.embedOf) addEmbed({ target, words, isWikiLink: true });
          else add(token.content, wikiMarks(target, context));
          break;
        }
        case 'image':
          if (token.content.includes('%%')) read.isSecret = true;
          if (context.embedOf)
            addEmbed({
              target: addressOf(token, 'src'),
              words: altOf(token),
              isWikiLink: false,
            });
          else if (context.isInComment) add(token.content);
          else read.images.push({ alt: altOf(token), src: addressOf(token, 'src') });
          break;
        case 'html_inline':
          if (context.secretElements.read(token.content)) read.isSecret = true;
          if (/^<br\b/i.test(token.content)) add('\n');
          else readTag(token.content, tags);
          break;
        case 'comment_mark': {
          const { role } = token.meta as CommentMark;
          if (role === 'open' || role === 'close') {
            context.isInComment = role === 'open';
            // Two comments in one paragraph are two lines.
            if (role === 'open' && read.comment.length > 0) read.comment.push({ text: '\n' });
          } else if (role === 'text') add(token.content);
          break;
        }
        default:
          if (/\[!secret\b/i.test(token.content) || isSecretText(token)) read.isSecret = true;
          add(token.content.replaceAll('\n', ' '));
      }
  }
  return read;
}

const isSecretText = ({ meta }: Token): boolean =>
  (meta as { isSecret?: boolean } | null)?.isSecret === true;

/** The text of an image without markup, so that escaped characters are read as text. */
const altOf = ({ children, content }: Token): string =>
  children?.map((child) => (/break$/.test(child.type) ? ' ' : child.content)).join('') ?? content;

const addressOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

function wikiMarks(target: string, { hrefOf }: InlineContext): Marks {
  const [name = '', ...parts] = target.split('#');
  const href =
    name === '' && parts.length > 0
      ? hrefOf(hrefInText(target))
      : nameHref({ name, heading: parts.at(-1) });
  return href ? { href } : {};
}

const hrefInText = (target: string): string =>
  target.startsWith('#^') ? `#${target.slice(1)}` : `#${slugOf(target.split('#').at(-1)!)}`;

/** The name of a heading as GitHub makes it. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

function readTag(raw: string, open: string[]): void {
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(raw) ?? [];
  const known = name.toLowerCase();
  if (!Object.hasOwn(MARKS_OF_TAG, known)) return;
  if (!slash) {
    if (open.length < MAX_OPEN) open.push(known);
  } else if (open.includes(known)) open.splice(open.lastIndexOf(known), 1);
}

/** Runs of spaces become one, without space at either end. */
export function tidyInlines(inlines: readonly Inline[]): Inline[] {
  const tidy: Inline[] = [];
  let before = '\n';
  for (const inline of inlines) {
    let text = inline.text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, '\n');
    if (/\s/.test(before)) text = text.replace(/^ /, '');
    if (text === '') continue;
    before = text.at(-1)!;
    tidy.push({ ...inline, text });
  }
  for (let last = tidy.pop(); last; last = tidy.pop()) {
    const text = last.text.trimEnd();
    if (text !== '') return [...tidy, { ...last, text }];
  }
  return tidy;
}
