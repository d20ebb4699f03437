import { VIEW_AS } from '@tomekeeper/remote-kit';
import type { Document } from './documents-api';

/** Adds the impersonated viewer, if any, to a path. */
export const withViewAs = (path: string, viewAs: string | undefined): string =>
  viewAs === undefined ? path : `${path}?${new URLSearchParams({ [VIEW_AS]: viewAs })}`;

/** Path of a document in the viewer. */
export const viewerPath = (
  { campaign, id }: Pick<Document, 'campaign' | 'id'>,
  viewAs: string | undefined,
): string =>
  withViewAs(
    `/campaigns/${encodeURIComponent(campaign)}/library/${encodeURIComponent(id)}`,
    viewAs,
  );

/** Query parameter that opens the editor. */
const EDIT = 'edit';

/** Path of a note in the editor. */
export const editorPath = (document: Pick<Document, 'campaign' | 'id'>): string =>
  `${viewerPath(document, undefined)}?${EDIT}=1`;

export const isEditing = (search: string): boolean => new URLSearchParams(search).has(EDIT);

/** Path of the library of a campaign. */
export const libraryPath = (campaign: string, viewAs: string | undefined): string =>
  withViewAs(`/campaigns/${encodeURIComponent(campaign)}/library`, viewAs);

/** Path of the notes of a campaign's players. */
export const notesPath = (campaign: string, viewAs: string | undefined): string =>
  withViewAs(`/campaigns/${encodeURIComponent(campaign)}/notes`, viewAs);

/** Path of the imports of a campaign, or of one. */
export const importPath = (campaign: string, id?: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}/import` +
  (id === undefined ? '' : `/${encodeURIComponent(id)}`);

/** Path of the user's exports of a campaign. */
export const exportPath = (campaign: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}/export`;

/** Query parameter with the documents to print. */
const PRINTED = 'documents';

/** Path of the print page of a campaign, or of some of its documents. */
export const printPath = (campaign: string, documents: readonly string[] = []): string =>
  `/campaigns/${encodeURIComponent(campaign)}/print` +
  (documents.length > 0 ? `?${new URLSearchParams({ [PRINTED]: documents.join(',') })}` : '');

export const printedDocuments = (search: string): string[] =>
  new URLSearchParams(search).get(PRINTED)?.split(',').filter(Boolean) ?? [];

/** Path of the sessions of a campaign, or of one. */
export const sessionsPath = (campaign: string, session: string | undefined): string =>
  `/campaigns/${encodeURIComponent(campaign)}/sessions` +
  (session === undefined ? '' : `/${encodeURIComponent(session)}`);

/** Path of the ledger of a campaign. */
export const ledgerPath = (campaign: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}/ledger`;

/** Path of a passage. */
export const passagePath = (
  document: Pick<Document, 'campaign' | 'id'>,
  passage: string,
  viewAs: string | undefined,
): string => `${viewerPath(document, viewAs)}#p-${encodeURIComponent(passage)}`;

/** Query parameter with the passage whose comments are open. */
const COMMENTS = 'comments';

/** Path of a passage with its comments open. */
export const commentsPath = (
  document: Pick<Document, 'campaign' | 'id'>,
  passage: string,
): string => {
  const id = encodeURIComponent(passage);
  return `${viewerPath(document, undefined)}?${COMMENTS}=${id}#p-${id}`;
};

export const commentedPassage = (search: string): string | undefined =>
  new URLSearchParams(search).get(COMMENTS) ?? undefined;

/** Path of the campaign; keeps the impersonated viewer. */
export const campaignPath = (campaign: string, viewAs: string | undefined): string =>
  `/campaigns/${encodeURIComponent(campaign)}` +
  (viewAs === undefined ? '' : `/as/${encodeURIComponent(viewAs)}`);

const TO_DOCUMENT = /^#d-([0-9a-f-]{36})(?:\/p-([0-9a-f-]{36}))?$/i;

/** Resolves a link between texts of a campaign; undefined for other links. */
export function pathOfLink(
  href: string,
  campaign: string,
  viewAs: string | undefined,
): string | undefined {
  const [, id, passage] = TO_DOCUMENT.exec(href) ?? [];
  if (id === undefined) return undefined;
  return viewerPath({ campaign, id }, viewAs) + (passage === undefined ? '' : `#p-${passage}`);
}
