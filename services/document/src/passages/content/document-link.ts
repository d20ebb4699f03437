// A link to a document of the same campaign is `#d-` and its id, and perhaps `/p-` and the id of a passage of it.

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const TO_DOCUMENT = new RegExp(`^#d-(${ID})(?:/p-(${ID}))?$`, 'i');

export interface DocumentLink {
  document: string;
  passage: string | undefined;
}

export function documentLink(href: string | undefined): DocumentLink | undefined {
  const [, document, passage] = TO_DOCUMENT.exec(href ?? '') ?? [];
  return document === undefined
    ? undefined
    : { document: document.toLowerCase(), passage: passage?.toLowerCase() };
}

/** Format of the link within passages. */
export const documentHref = ({ document, passage }: DocumentLink): string =>
  passage === undefined ? `#d-${document}` : `#d-${document}/p-${passage}`;
