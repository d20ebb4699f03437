import type { NameLink } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { documentsByName } from '../access/documents-by-name';
import { visibleAmong, type VisibleDocument } from '../access/visible-documents';
import type { Scope } from '../memberships/campaign-memberships';
import type { DocumentLink } from '../passages/content/document-link';
import type { LinkEnds } from '../passages/content/document-links';
import { seenCopies, seenHeadings, seenPassages } from '../passages/visible/visible-links';

/** Targets of links in a document, as far as the viewer sees them. */
export const linkEnds = (
  db: SqlReader,
  scope: Scope,
  { campaign, is_managed }: Pick<VisibleDocument, 'campaign' | 'is_managed'>,
): LinkEnds => ({
  isGm: is_managed,
  documents: async (ids) => new Set((await visibleAmong(db, scope, ids)).map((one) => one.id)),
  passages: (ids) => seenPassages(db, scope, ids),
  copies: (ids) => seenCopies(db, scope, ids),
  names: (links) => linkTargetsByName(db, scope, campaign, links),
});

/** Targets of links by name, by href. An unknown or hidden heading leads to the beginning of its document. */
export async function linkTargetsByName(
  db: SqlReader,
  scope: Scope,
  campaign: string,
  links: ReadonlyMap<string, NameLink>,
): Promise<Map<string, DocumentLink>> {
  const documents = await documentsByName(db, scope, campaign, [...links.values()]);
  const found = [...links].flatMap(([href, { heading }], n) => {
    const document = documents.get(n);
    return document === undefined ? [] : [{ href, document, heading }];
  });
  const headed = found.flatMap(({ href, document, heading }) =>
    heading === undefined ? [] : [{ href, document, heading }],
  );
  const seen = await seenHeadings(db, scope, headed);
  const passages = new Map(headed.map(({ href }, n) => [href, seen.get(n)]));
  return new Map(
    found.map(({ href, document }) => [href, { document, passage: passages.get(href) }]),
  );
}
