import {
  PASSAGE_LIMITS,
  type Inline,
  type InnerBlock,
  type PassageChange,
} from '@tomekeeper/contracts-document';
import { rowsText, wordsOf } from '@tomekeeper/markdown';
import { contentBytes, limitContent, mapInlines, safeHref } from '@tomekeeper/text-extraction';
import { invalidField } from '../../model/document.errors';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import { documentHref, documentLink } from '../../passages/content/document-link';

/** Maximum size of one passage's content in bytes. */
const MAX_CONTENT = 200 * 1024;

/** Converts a request to a stored passage: keeps only the properties of its kind, and the text unchanged. */
export function writtenPassage({ kind, depth, level, content }: PassageChange): StoredPassage {
  const { text, kept, image } = partsOf(kind, content);
  if (text.length > PASSAGE_LIMITS.textLength)
    throw invalidField(
      'changes',
      `A passage has at most ${PASSAGE_LIMITS.textLength} characters. Split it in two.`,
    );
  const small = withoutImage(limitContent(kept, text));
  if (contentBytes(small) > MAX_CONTENT)
    throw invalidField('changes', 'A passage has too many parts. Split it in two.');
  return {
    kind,
    depth: kind === 'list_item' ? depth : 0,
    ...(kind === 'heading' && { level: level ?? 1 }),
    text,
    content: { ...small, ...(image !== undefined && { image }) },
  };
}

/** Removes image numbers, which only extracted files have. */
function withoutImage({ image: _image, ...content }: ReturnType<typeof limitContent>) {
  return content;
}

type Content = PassageChange['content'];

interface Parts {
  text: string;
  kept: Omit<Content, 'image'>;
  image?: string | undefined;
}

function partsOf(kind: PassageChange['kind'], content: Content): Parts {
  switch (kind) {
    case 'heading':
    case 'paragraph':
    case 'list_item':
    case 'code': {
      const inlines = clean(content.inlines);
      return {
        text: wordsOf(inlines),
        kept: {
          inlines,
          ...(kind === 'list_item' && content.marker && { marker: line(content.marker) }),
          ...(kind === 'code' && content.language && { language: line(content.language) }),
        },
      };
    }
    case 'table': {
      const rows = cleanRows(content.rows);
      return {
        text: rowsText(rows),
        kept: { rows, ...(content.hasHeader && { hasHeader: true }) },
      };
    }
    case 'quote':
    case 'callout':
    case 'stat_block': {
      const blocks = (content.blocks ?? []).map(cleanBlock);
      const label = kind === 'callout' && line(content.label ?? 'note').toLowerCase();
      return {
        text: blocks
          .map((one) => (one.rows ? rowsText(one.rows) : wordsOf(one.inlines ?? [])))
          .filter((words) => words !== '')
          .join('\n'),
        kept: { blocks, ...(label && { label }) },
      };
    }
    case 'image': {
      const { image, width, height } = content;
      return {
        text: wordsOf(clean(content.inlines)),
        kept: { ...(width !== undefined && height !== undefined && { width, height }) },
        image: image?.toLowerCase(),
      };
    }
    case 'divider':
      return { text: '', kept: {} };
  }
}

const cleanBlock = ({ kind, depth, inlines, rows, marker }: InnerBlock): InnerBlock => ({
  kind,
  depth,
  ...(inlines && { inlines: clean(inlines) }),
  ...(rows && { rows: cleanRows(rows) }),
  ...(marker && { marker: line(marker) }),
});

const cleanRows = (rows: readonly (readonly (readonly Inline[])[])[] = []): Inline[][][] =>
  rows.map((row) => row.map((cell) => clean(cell)));

/** Control and invisible characters, except line breaks and tabs. Databases reject some of them. */
// eslint-disable-next-line no-control-regex -- the control characters are intended
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
const seen = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replace(UNSEEN, '');
const line = (text: string): string => seen(text).replaceAll(/\s+/g, ' ').trim();

const clean = (inlines: readonly Inline[] = []): Inline[] =>
  mapInlines(
    inlines.map((inline) => ({ ...inline, text: seen(inline.text) })).filter(isSaying),
    withSafeLink,
  );

const isSaying = ({ text }: Inline): boolean => text !== '';

function withSafeLink({ href, ...words }: Inline): Inline {
  const link = documentLink(href);
  const safe = link ? documentHref(link) : href === undefined ? undefined : safeHref(href);
  return { ...words, ...(safe !== undefined && { href: safe }) };
}
