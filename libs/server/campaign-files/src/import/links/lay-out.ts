import type { Inline } from '@tomekeeper/contracts-document';
import { SECRET } from '@tomekeeper/markdown';
import type { ExtractedPassage } from '@tomekeeper/text-extraction';
import type { TransferPassage } from '../../model';
import { embedAt, placeholder, type Embed } from './embeds';
import { closeGaps, flatMapContent, textOf, trimInlines } from './inlines';

/** A passage whose links and picture are addresses in the source. */
export type DraftPassage = TransferPassage;

/**
 * Splits paragraphs at their embeds, and puts the pictures of other passages behind these passages. The number of passages does not depend on the rest of the import, so that links to passages stay right.
 */
export function layOut(
  passages: readonly ExtractedPassage[],
  embeds: readonly Embed[],
  mapText: (inline: Inline) => Inline[] = (inline) => [inline],
): DraftPassage[] {
  const drafts: DraftPassage[] = [];
  /** Of a passage without text, for the next one. */
  let anchors: string[] = [];
  const put = (passage: DraftPassage) => {
    const all = [...anchors, ...(passage.content.anchors ?? [])];
    anchors = [];
    const { anchors: _anchors, ...content } = passage.content;
    drafts.push({ ...passage, content: { ...content, ...(all.length > 0 && { anchors: all }) } });
  };
  for (const { content: extracted, page: _page, region: _region, ...place } of passages) {
    const { image, ...own } = extracted;
    const content = flatMapContent(own, mapText);
    const draft: DraftPassage = { ...place, content };
    const isSecret = content.label === SECRET;
    if (draft.kind === 'image') put(picturePassage(embeds[image ?? -1], draft));
    else if (draft.kind === 'paragraph') splitParagraph(draft, embeds).forEach(put);
    else {
      const { rest, pictures } = takePictures(draft, embeds);
      const hasText = draft.kind === 'divider' || rest.text.trim() !== '';
      if (hasText) put(rest);
      else anchors.push(...(content.anchors ?? []));
      for (const picture of pictures) put(pictureOf(picture, isSecret));
    }
  }
  return drafts;
}

const paragraph = (inlines: Inline[]): DraftPassage => ({
  kind: 'paragraph',
  depth: 0,
  text: textOf({ inlines }),
  content: { inlines },
});

function splitParagraph(draft: DraftPassage, embeds: readonly Embed[]): DraftPassage[] {
  const parts: DraftPassage[] = [];
  let inlines: Inline[] = [];
  const flush = () => {
    const trimmed = trimInlines(inlines);
    if (textOf({ inlines: trimmed }) !== '') parts.push(paragraph(trimmed));
    inlines = [];
  };
  for (const inline of draft.content.inlines ?? []) {
    const embed = embedAt(inline, embeds);
    if (!embed) {
      inlines.push(inline);
      continue;
    }
    flush();
    parts.push(
      embed.kind === 'picture' ? pictureOf(embed, false) : paragraph([placeholder(embed)]),
    );
  }
  flush();
  const [first] = parts;
  const { anchors } = draft.content;
  if (first && anchors) first.content = { ...first.content, anchors };
  return parts;
}

function takePictures(
  draft: DraftPassage,
  embeds: readonly Embed[],
): { rest: DraftPassage; pictures: Embed[] } {
  const pictures: Embed[] = [];
  const mapped = flatMapContent(draft.content, (inline) => {
    const embed = embedAt(inline, embeds);
    if (embed?.kind !== 'picture') return [embed ? placeholder(embed) : inline];
    pictures.push(embed);
    return [];
  });
  const content =
    pictures.length > 0 ? flatMapContent(mapped, (inline) => [inline], closeGaps) : mapped;
  return { rest: { ...draft, content, text: textOf(content) }, pictures };
}

const pictureOf = ({ href, alt, width, height }: Embed, isSecret: boolean): DraftPassage => ({
  kind: 'image',
  depth: 0,
  text: alt,
  content: {
    ...(alt !== '' && { inlines: [{ text: alt }] }),
    ...(width && height && { width, height }),
    ...(isSecret && { label: SECRET }),
  },
  picture: href,
});

/** An image of HTML with its size and alternative text. */
const picturePassage = (embed: Embed | undefined, draft: DraftPassage): DraftPassage => ({
  ...draft,
  content: { ...draft.content, ...(draft.text !== '' && { inlines: [{ text: draft.text }] }) },
  ...(embed && { picture: embed.href }),
});
