import type { Token, Tokens } from 'marked';
import type { Inline } from '@tomekeeper/contracts-document';
import type { Block } from '../block';
import { safeHref } from '../inlines';
import { withoutEntities } from './html';

/** The name of a heading as GitHub makes it. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Pictures of a Markdown file stand elsewhere, and nothing is fetched: their words are kept. */
export function picturesOf(tokens: Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'image')
      return (token as Tokens.Image).text
        ? [{ kind: 'image', alt: (token as Tokens.Image).text }]
        : [];
    return 'tokens' in token && token.tokens ? picturesOf(token.tokens) : [];
  });
}

/** Obsidian names a paragraph by `^name` at its end. */
export function unmarked(inlines: Inline[]): {
  inlines: Inline[];
  anchors: { anchors?: string[] };
} {
  const last = inlines.at(-1);
  const found = last && /(?:^|\s)\^([\w-]{1,100})\s*$/.exec(last.text);
  if (!found) return { inlines, anchors: {} };
  const before = { ...last, text: last.text.slice(0, found.index) };
  return { inlines: [...inlines.slice(0, -1), before], anchors: { anchors: [`^${found[1]}`] } };
}

type Dress = Omit<Inline, 'text'>;
/** HTML tags that are open at once; nobody needs more. */
const MAX_OPEN = 50;
const DRESS_OF_TAG: Record<string, Dress> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  s: { strike: true },
  del: { strike: true },
  code: { code: true },
};

/** Words of one paragraph with their dress. */
export function inlinesOf(tokens: readonly Token[], dress: Dress = {}): Inline[] {
  const inlines: Inline[] = [];
  /** Dresses by HTML tags that are open. */
  const open: string[] = [];
  const dressed = (): Dress =>
    open.reduce<Dress>((all, tag) => ({ ...all, ...DRESS_OF_TAG[tag] }), dress);
  for (const token of tokens) {
    const within = (extra: Dress = {}) =>
      inlinesOf(
        ('tokens' in token && token.tokens) || [
          { type: 'text', raw: '', text: (token as Tokens.Text).text },
        ],
        {
          ...dressed(),
          ...extra,
        },
      );
    switch (token.type) {
      case 'strong':
        inlines.push(...within({ bold: true }));
        break;
      case 'em':
        inlines.push(...within({ italic: true }));
        break;
      case 'del':
        inlines.push(...within({ strike: true }));
        break;
      case 'codespan':
        inlines.push({ text: (token as Tokens.Codespan).text, ...dressed(), code: true });
        break;
      case 'link': {
        const href = safeHref((token as Tokens.Link).href);
        inlines.push(...within(href ? { href } : {}));
        break;
      }
      case 'wikiLink': {
        const { target, text } = token as unknown as { target: string; text: string };
        const href = target.startsWith('#') && inFile(target);
        inlines.push({ text, ...dressed(), ...(href && { href }) });
        break;
      }
      case 'br':
        inlines.push({ text: '\n', ...dressed() });
        break;
      case 'image':
        break;
      case 'html':
        tag(token.raw, open, inlines);
        break;
      case 'text':
      case 'escape':
        if ('tokens' in token && token.tokens) inlines.push(...within());
        else inlines.push({ text: unbroken((token as Tokens.Text).text), ...dressed() });
        break;
      default:
        inlines.push(...within());
    }
  }
  return inlines;
}

const inFile = (target: string): string =>
  target.startsWith('#^') ? `#${target.slice(1)}` : `#${slugOf(target.split('#').at(-1)!)}`;

/** A line that ends in the source is a space. */
const unbroken = (text: string): string => withoutEntities(text).replaceAll('\n', ' ');

function tag(raw: string, open: string[], inlines: Inline[]): void {
  const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(raw) ?? [];
  const known = name.toLowerCase();
  if (known === 'br') inlines.push({ text: '\n' });
  if (!Object.hasOwn(DRESS_OF_TAG, known)) return;
  if (!slash) {
    if (open.length < MAX_OPEN) open.push(known);
  } else if (open.includes(known)) open.splice(open.lastIndexOf(known), 1);
}
