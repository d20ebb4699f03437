import { VIEW_AS } from '@tomekeeper/remote-kit';
import type { Document } from './documents-api';

/** A page of a campaign as a player sees it, or the GM with their own eyes. */
export const withViewAs = (path: string, viewAs: string | undefined): string =>
  viewAs === undefined ? path : `${path}?${new URLSearchParams({ [VIEW_AS]: viewAs })}`;

/** Where a document opens. */
export const viewerPath = (
  { campaign, id }: Pick<Document, 'campaign' | 'id'>,
  viewAs: string | undefined,
): string =>
  withViewAs(
    `/campaigns/${encodeURIComponent(campaign)}/library/${encodeURIComponent(id)}`,
    viewAs,
  );

/** In the query of a viewer's address: the note is being written. */
const EDIT = 'edit';

/** Where a note is written. */
export const editorPath = (document: Pick<Document, 'campaign' | 'id'>): string =>
  `${viewerPath(document, undefined)}?${EDIT}=1`;

export const isEditing = (search: string): boolean => new URLSearchParams(search).has(EDIT);

/** Where the documents of a campaign stand as a library. */
export const libraryPath = (campaign: string, viewAs: string | undefined): string =>
  withViewAs(`/campaigns/${encodeURIComponent(campaign)}/library`, viewAs);

/** Where a GM reads what players know, and since when. */
export const ledgerPath = (campaign: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}/ledger`;

/** Where a passage of a document opens. */
export const passagePath = (
  document: Pick<Document, 'campaign' | 'id'>,
  passage: string,
  viewAs: string | undefined,
): string => `${viewerPath(document, viewAs)}#p-${encodeURIComponent(passage)}`;

/** Where the campaign of a document opens, with the same eyes. */
export const campaignPath = (campaign: string, viewAs: string | undefined): string =>
  `/campaigns/${encodeURIComponent(campaign)}` +
  (viewAs === undefined ? '' : `/as/${encodeURIComponent(viewAs)}`);

const TO_DOCUMENT = /^#d-([0-9a-f-]{36})(?:\/p-([0-9a-f-]{36}))?$/i;

/** Where a link from one text of a campaign to another leads; undefined where it is none. */
export function pathOfLink(
  href: string,
  campaign: string,
  viewAs: string | undefined,
): string | undefined {
  const [, id, passage] = TO_DOCUMENT.exec(href) ?? [];
  if (id === undefined) return undefined;
  return viewerPath({ campaign, id }, viewAs) + (passage === undefined ? '' : `#p-${passage}`);
}
