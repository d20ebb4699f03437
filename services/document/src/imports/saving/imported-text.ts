import { mapContent } from '@tomekeeper/text-extraction';
import { documentHref } from '../../passages/content/document-link';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import type { ImportedPassage } from '../extraction/child/import-lines';
import { derivedId } from './derived-id';

/** An image of a note. */
export interface ImportedImage {
  image: string;
  width: number;
  height: number;
}

export interface TextTargets {
  /** Documents by the source id of their item. */
  documents: ReadonlyMap<string, string>;
  /** Images of this note by the source id of their file. */
  images: ReadonlyMap<string, ImportedImage>;
  /** The passage of a document; undefined if the document no longer has it. */
  passageOf: (document: string, index: number) => string | undefined;
}

const ITEM_LINK = /^item:([^/]+)(?:\/(\d{1,6}))?$/;

/** The id that an imported passage gets if it is new, so that links from other items of the import lead to it. */
export const importedPassageId = (document: string, index: number): string =>
  derivedId(`${document} ${index}`);

/** Passages of an imported note with the ids of the campaign. Links to items that are not imported become plain text. */
export function importedText(
  document: string,
  passages: readonly ImportedPassage[],
  { images, ...targets }: TextTargets,
): StoredPassage[] {
  return passages.map(({ content, picture, audience: _audience, ...passage }, index) => ({
    ...passage,
    id: importedPassageId(document, index),
    content: {
      ...mapContent(content, (inline) => {
        const { href, ...words } = inline;
        if (!href?.startsWith('item:')) return inline;
        const target = targetOf(href, targets);
        return target === undefined ? words : { ...words, href: target };
      }),
      ...(picture !== undefined && images.get(picture)),
    },
  }));
}

/** Source ids of the items to whose passages the links of a text lead. */
export function passagesInLinks(passages: readonly ImportedPassage[]): Set<string> {
  const items = new Set<string>();
  for (const { content } of passages)
    mapContent(content, (inline) => {
      const [, item, index] = ITEM_LINK.exec(inline.href ?? '') ?? [];
      if (item !== undefined && index !== undefined) items.add(decoded(item));
      return inline;
    });
  return items;
}

function targetOf(
  href: string,
  { documents, passageOf }: Omit<TextTargets, 'images'>,
): string | undefined {
  const [, item = '', index] = ITEM_LINK.exec(href) ?? [];
  const document = documents.get(decoded(item));
  if (document === undefined) return undefined;
  const passage = index === undefined ? undefined : passageOf(document, Number(index));
  return documentHref({ document, passage });
}

function decoded(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}
