import {
  nameLink,
  namesOfLink,
  type Inline,
  type NameLink,
  type PassageContent,
} from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { mapContent } from '@tomekeeper/text-extraction';
import { documentHref, documentLink, type DocumentLink } from './document-link';
import { stretchesOf } from './links';

// Resolves links between documents. A link to a document that the viewer cannot see becomes plain text, like a broken
// link. Links by name are stored as names and lead, for each viewer, to a document that the viewer sees.

/** Removes duplicates. */
function documentLinks(contents: readonly PassageContent[]): DocumentLink[] {
  const links = contents
    .flatMap(stretchesOf)
    .flatMap(({ href }) => documentLink(href) ?? [])
    .map((link) => [documentHref(link), link] as const);
  return [...new Map(links).values()];
}

/** Maximum distinct names that one answer resolves; further links by name become plain text. */
const MAX_NAMES = 1000;

/** Distinct links by name, with their hrefs. */
const namesLinkedIn = (contents: readonly PassageContent[]): Map<string, NameLink> =>
  new Map(
    contents.flatMap(stretchesOf).flatMap(({ href = '' }) => {
      const link = nameLink(href);
      return link ? [[href, link] as const] : [];
    }),
  );

/** Link targets that the viewer can see. */
export interface LinkEnds {
  /** Whether the viewer is a GM, who sees unresolved names. */
  isGm: boolean;
  /** Targets of links by name, by href; unresolved ones are absent. */
  names(links: ReadonlyMap<string, NameLink>): Promise<ReadonlyMap<string, DocumentLink>>;
  documents(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** With the document of each. */
  passages(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Copies of passages in handouts that the viewer sees, by passage of the source. */
  copies(ids: readonly string[]): Promise<ReadonlyMap<string, Required<DocumentLink>>>;
}

/**
 * Keeps links to visible documents; a link to a hidden passage points to its document. Runs no query if the passages
 * have no links.
 */
export async function withDocumentLinks<Linking extends { content: PassageContent }>(
  passages: readonly Linking[],
  ends: LinkEnds,
): Promise<Linking[]> {
  return withLinksByName(await withLinksById(passages, ends), ends);
}

async function withLinksByName<Linking extends { content: PassageContent }>(
  passages: readonly Linking[],
  ends: LinkEnds,
): Promise<Linking[]> {
  const all = namesLinkedIn(passages.map(({ content }) => content));
  if (all.size === 0) return [...passages];
  const asked = new Map([...all].slice(0, MAX_NAMES));
  const found = await ends.names(asked);
  const leading = (inline: Inline): Inline => {
    const { href = '', ...words } = inline;
    if (!all.has(href)) return inline;
    const target = found.get(href);
    if (target) return { ...words, href: documentHref(target) };
    // The name of a hidden document must not reach a player.
    return ends.isGm && asked.has(href) ? inline : words;
  };
  return passages.map((one) => ({ ...one, content: mapContent(one.content, leading) }));
}

async function withLinksById<Linking extends { content: PassageContent }>(
  passages: readonly Linking[],
  ends: LinkEnds,
): Promise<Linking[]> {
  const links = documentLinks(passages.map(({ content }) => content));
  if (links.length === 0) return [...passages];
  const documents = await ends.documents([...new Set(links.map(({ document }) => document))]);
  const ids = links.flatMap(({ passage }) => passage ?? []);
  const seen = ids.length > 0 ? await ends.passages([...new Set(ids)]) : new Map<string, string>();
  const hidden = links.filter(({ document }) => !documents.has(document));
  const copies = await ends.copies(hidden.flatMap(({ passage }) => passage ?? []));
  const leading = (inline: Inline): Inline => {
    const link = documentLink(inline.href);
    if (!link) return inline;
    const { href: _href, ...words } = inline;
    if (!documents.has(link.document)) {
      const copy = copies.get(link.passage ?? '');
      return copy ? { ...words, href: documentHref(copy) } : words;
    }
    const isSeen = link.passage !== undefined && seen.get(link.passage) === link.document;
    const passage = isSeen ? link.passage : undefined;
    return { ...words, href: documentHref({ ...link, passage }) };
  };
  return passages.map((one) => ({ ...one, content: mapContent(one.content, leading) }));
}

/** A passage that is written. */
interface LinkingPassage {
  id: string;
  content: PassageContent;
}

/** Writes down where passages of a document link to; those of the others stay. */
export async function writeLinks(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
  passages: readonly LinkingPassage[],
): Promise<void> {
  const links = passages.flatMap(({ id, content }) => [
    ...documentLinks([content]).map((link) => ({ id, ...link })),
    ...[...namesLinkedIn([content])].flatMap(([href, link]) =>
      namesOfLink(link).map((name) => ({ id, name, href })),
    ),
  ]);
  if (links.length === 0) return;
  await tx.query(
    `INSERT INTO passage_link (passage_id, document_id, campaign_id, target_document_id, target_passage_id, target_name, target_href)
     SELECT DISTINCT id, $1::uuid, $2::uuid, document, passage, title_stem(name), href
       FROM jsonb_to_recordset($3::jsonb) AS l (id uuid, document uuid, passage uuid, name text, href text)`,
    [document, campaign, JSON.stringify(links)],
  );
}

/** Forgets where passages of a document link to; of all of them, where none are named. */
export async function deleteLinks(
  tx: Transaction,
  document: string,
  passages?: readonly string[],
): Promise<void> {
  if (passages?.length === 0) return;
  await tx.query(
    `DELETE FROM passage_link WHERE document_id = $1 AND ($2::uuid[] IS NULL OR passage_id = ANY ($2::uuid[]))`,
    [document, passages ?? null],
  );
}
