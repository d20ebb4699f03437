/** A link to an item of the same import or export, or to one of its passages. */
export interface ItemLink {
  id: string;
  /** Position of the passage, from 0. */
  passage?: number;
}

const ITEM_LINK = /^item:([^/#?]+)(?:\/(\d{1,7}))?$/;

/** @returns undefined for other links */
export function itemLink(href: string | undefined): ItemLink | undefined {
  const [, encoded, passage] = ITEM_LINK.exec(href ?? '') ?? [];
  if (encoded === undefined) return undefined;
  try {
    const id = decodeURIComponent(encoded);
    return passage === undefined ? { id } : { id, passage: Number(passage) };
  } catch {
    return undefined;
  }
}

export const itemHref = ({ id, passage }: ItemLink): string =>
  `item:${encodeURIComponent(id)}${passage === undefined ? '' : `/${passage}`}`;
