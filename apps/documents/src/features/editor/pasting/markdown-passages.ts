import { DOMParser as SchemaParser, type Node } from 'prosemirror-model';
import { readMarkdown, wordsOf, type Block } from '@tomekeeper/markdown';
import { nodeOf, writtenOf } from '../schema/passages-of-doc';
import { isLink, linkHref, schema } from '../schema/schema';
import { cleanHtml } from './clean-html';

/** Parses Markdown into passage nodes. */
export function passagesFromMarkdown(text: string): Node[] {
  const passages: Node[] = [];
  readMarkdown(text, {
    emit: (block) => passages.push(...nodesOf(block)),
    html: blocksOfHtml,
    hrefOf: linkHref,
  });
  return passages;
}

function nodesOf(block: Block): Node[] {
  if (block.kind === 'image') return nodesOfPicture(block);
  const { kind, depth = 0, level, blocks, anchors: _anchors, ...content } = block;
  const inner = blocks?.map((one) => ({ ...one, depth: one.depth ?? 0 }));
  const text = (inner ?? []).map(({ inlines = [] }) => wordsOf(inlines)).join('\n');
  const written = { ...content, ...(inner && { blocks: inner }) };
  return [nodeOf({ id: null, kind, depth, level, text, content: written })];
}

/** Replaces an external picture by a link with its alt text. */
function nodesOfPicture({ alt = '', src = '', label }: Block): Node[] {
  const href = isLink(src) ? src : undefined;
  if (alt === '' && href === undefined) return [];
  const inlines = [{ text: alt || 'Picture', ...(href !== undefined && { href }) }];
  return nodesOf(
    label === undefined
      ? { kind: 'paragraph', inlines }
      : { kind: 'callout', label, blocks: [{ kind: 'paragraph', inlines }] },
  );
}

function blocksOfHtml(source: string): Block[] {
  const clean = cleanHtml(source, (_, alt) =>
    Object.assign(document.createElement('span'), { textContent: alt }),
  );
  const { body } = new DOMParser().parseFromString(clean, 'text/html');
  const { content } = SchemaParser.fromSchema(schema).parse(body);
  return content.content
    .filter((node) => node.isAtom || node.textContent.trim() !== '')
    .map((node) => {
      const { content, ...written } = writtenOf(node);
      const { image: _image, ...parts } = content;
      return { ...written, ...parts };
    });
}
