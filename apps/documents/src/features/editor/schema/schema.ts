import { hrefOfFileLink, nameLink } from '@tomekeeper/contracts-document/name-link';
import { Schema, type Node, type NodeSpec } from 'prosemirror-model';
import { listItemOf } from './list-item-html';

// ProseMirror schema of a note. Each top-level node is a passage with an id. All text carries the id of its original passage
// (`source`), so that splits, joins, paste and undo preserve the origin of words.

/** `from`: sources of a passage that contributed no text, such as a hidden passage before an empty line. */
const passage = { id: { default: null }, from: { default: null } };

const of = (node: Node): Record<string, string> => ({
  'data-passage': String(node.attrs['id']),
  dir: 'auto',
});
const idIn = (dom: HTMLElement) => ({ id: dom.dataset['passage'] ?? null });

const textOf = (name: string): string | null => (name === '' ? null : name);

const heading: NodeSpec = {
  group: 'passage',
  content: 'inline*',
  defining: true,
  attrs: { ...passage, level: { default: 1 } },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (dom) => ({ ...idIn(dom), level: Number(dom.dataset['level'] ?? level) }),
  })),
  // The page title is the h1, so headings start at h2.
  toDOM: (node) => [
    `h${Math.min(Number(node.attrs['level']) + 1, 6)}`,
    { ...of(node), 'data-level': String(node.attrs['level']) },
    0,
  ],
};

const listAttrs = (node: Node): Record<string, string> => ({
  'data-depth': String(node.attrs['depth']),
  ...(node.attrs['marker'] !== null && { 'data-marker': String(node.attrs['marker']) }),
});

export const schema = new Schema({
  nodes: {
    doc: { content: 'passage+' },
    paragraph: {
      group: 'passage',
      content: 'inline*',
      attrs: passage,
      parseDOM: [{ tag: 'p', getAttrs: idIn }],
      toDOM: (node) => ['p', of(node), 0],
    },
    heading,
    list_item: {
      group: 'passage',
      content: 'inline*',
      defining: true,
      attrs: { ...passage, depth: { default: 0 }, marker: { default: null } },
      parseDOM: [
        {
          tag: 'div[data-depth]',
          getAttrs: (dom) => ({
            ...idIn(dom),
            depth: Number(dom.dataset['depth']) || 0,
            marker: textOf(dom.dataset['marker'] ?? ''),
          }),
        },
        { tag: 'li', getAttrs: listItemOf },
      ],
      toDOM: (node) => ['div', { ...of(node), ...listAttrs(node) }, 0],
    },
    code: {
      group: 'passage',
      content: 'text*',
      marks: 'source',
      code: true,
      defining: true,
      attrs: { ...passage, language: { default: null } },
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (dom) => ({ ...idIn(dom), language: textOf(dom.dataset['language'] ?? '') }),
        },
      ],
      toDOM: (node) => [
        'pre',
        { ...of(node), 'data-language': String(node.attrs['language'] ?? ''), spellcheck: 'false' },
        ['code', 0],
      ],
    },
    quote: {
      group: 'passage',
      content: '(inner | inner_kept)+',
      defining: true,
      attrs: passage,
      parseDOM: [{ tag: 'blockquote', getAttrs: idIn }],
      toDOM: (node) => ['blockquote', of(node), 0],
    },
    callout: {
      group: 'passage',
      content: '(inner | inner_kept)+',
      defining: true,
      isolating: true,
      attrs: { ...passage, label: { default: 'note' } },
      parseDOM: [
        {
          tag: 'aside[data-label]',
          getAttrs: (dom) => ({ ...idIn(dom), label: dom.dataset['label'] ?? 'note' }),
        },
      ],
      toDOM: (node) => ['aside', { ...of(node), 'data-label': String(node.attrs['label']) }, 0],
    },
    divider: {
      group: 'passage',
      attrs: passage,
      parseDOM: [{ tag: 'hr', getAttrs: idIn }],
      toDOM: (node) => ['hr', of(node)],
    },
    table: {
      group: 'passage',
      content: 'table_row+',
      isolating: true,
      attrs: passage,
      parseDOM: [{ tag: 'table', getAttrs: idIn }],
      toDOM: (node) => ['table', of(node), ['tbody', 0]],
    },
    table_row: {
      content: 'table_cell+',
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['tr', 0],
    },
    table_cell: {
      content: 'inline*',
      isolating: true,
      attrs: { isHeader: { default: false } },
      parseDOM: [
        { tag: 'th', attrs: { isHeader: true } },
        { tag: 'td', attrs: { isHeader: false } },
      ],
      toDOM: (node) => [node.attrs['isHeader'] ? 'th' : 'td', 0],
    },
    /** `upload` is the key of a running upload. Until it completes, the picture has no `image` and is not saved. */
    image: {
      group: 'passage',
      atom: true,
      attrs: {
        ...passage,
        image: { default: null },
        width: { default: null },
        height: { default: null },
        alt: { default: '' },
        upload: { default: null },
      },
      parseDOM: [{ tag: 'figure[data-image]', getAttrs: imageIn }],
      toDOM: (node) => ['figure', { ...of(node), 'data-image': JSON.stringify(node.attrs) }],
    },
    /** Content that the editor cannot edit is preserved: stat blocks, lost pictures, kinds of later releases. */
    kept: {
      group: 'passage',
      atom: true,
      attrs: { ...passage, written: { default: null }, text: { default: '' } },
      parseDOM: [{ tag: 'div[data-kept]', getAttrs: keptIn }],
      toDOM: (node) => ['div', { ...of(node), 'data-kept': JSON.stringify(node.attrs) }],
    },
    inner: {
      content: 'inline*',
      attrs: { kind: { default: 'paragraph' }, depth: { default: 0 }, marker: { default: null } },
      parseDOM: [
        {
          tag: 'p[data-inner]',
          // Must precede plain paragraphs, which boxes do not allow.
          priority: 60,
          getAttrs: (dom) => ({
            kind: dom.dataset['inner'],
            depth: Number(dom.dataset['depth']) || 0,
            marker: textOf(dom.dataset['marker'] ?? ''),
          }),
        },
        { tag: 'p', context: 'quote/|callout/' },
      ],
      toDOM: (node) => [
        'p',
        {
          'data-inner': String(node.attrs['kind']),
          dir: 'auto',
          ...(node.attrs['kind'] === 'list_item' && listAttrs(node)),
        },
        0,
      ],
    },
    /** Read-only table or divider inside a box. Its text cannot carry source marks; `sources` lists them. */
    inner_kept: {
      atom: true,
      attrs: { block: { default: null }, sources: { default: null } },
      parseDOM: [{ tag: 'div[data-inner-kept]', getAttrs: innerKeptIn }],
      toDOM: (node) => ['div', { 'data-inner-kept': JSON.stringify(node.attrs) }],
    },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      linebreakReplacement: true,
      leafText: () => '\n',
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
    text: { group: 'inline' },
  },
  marks: {
    source: {
      attrs: { id: {} },
      parseDOM: [
        { tag: 'span[data-source]', getAttrs: (dom) => ({ id: dom.dataset['source'] ?? '' }) },
      ],
      toDOM: (mark) => ['span', { 'data-source': String(mark.attrs['id']) }, 0],
    },
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (dom) => {
            const href = linkHref(dom.getAttribute('href') ?? '');
            return href !== undefined && { href };
          },
        },
        {
          tag: 'a[data-name]',
          getAttrs: (dom) => {
            const href = dom.dataset['name'] ?? '';
            return nameLink(href) ? { href } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => {
        const href = String(attrs['href']);
        // A link by name is no address.
        return nameLink(href)
          ? ['a', { 'data-name': href }, 0]
          : ['a', { href, rel: 'noopener noreferrer' }, 0];
      },
    },
    bold: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: () => ['strong', 0],
    },
    italic: {
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
      toDOM: () => ['em', 0],
    },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }],
      toDOM: () => ['s', 0],
    },
    code_words: { parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  },
});

/** Whether the server accepts the URL as a link. */
export const isLink = (href: string): boolean =>
  /^(https?:\/\/|mailto:)\S+$/i.test(href) ||
  /^#(p|d)-[0-9a-f-]{36}$/i.test(href) ||
  /^#d-[0-9a-f-]{36}\/p-[0-9a-f-]{36}$/i.test(href) ||
  nameLink(href) !== undefined;

/** The link of pasted text: relative ones become links by name. Returns undefined for others that the server does not accept. */
export const linkHref = (address: string): string | undefined =>
  isLink(address) ? address : hrefOfFileLink(address);

/** Parses attributes copied from a note; null for attributes of other pages. */
function keptIn(dom: HTMLElement) {
  try {
    const attrs = JSON.parse(dom.dataset['kept'] ?? '') as Record<string, unknown>;
    if (typeof attrs['written'] !== 'object' || typeof attrs['text'] !== 'string') return false;
    return { ...attrs, ...idIn(dom) };
  } catch {
    return false;
  }
}

/** Parses a picture copied from a note. */
function imageIn(dom: HTMLElement) {
  try {
    const attrs = JSON.parse(dom.dataset['image'] ?? '') as Record<string, unknown>;
    const { image, width, height, alt, upload } = attrs;
    if (typeof image !== 'string' && typeof upload !== 'string') return false;
    return { image, width, height, alt: typeof alt === 'string' ? alt : '', upload, ...idIn(dom) };
  } catch {
    return false;
  }
}

function innerKeptIn(dom: HTMLElement) {
  try {
    const attrs = JSON.parse(dom.dataset['innerKept'] ?? '') as Record<string, unknown>;
    const { block, sources } = attrs;
    return typeof block === 'object' && block !== null && { block, sources };
  } catch {
    return false;
  }
}
