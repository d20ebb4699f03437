import type { Document } from './documents-api';

/** In the query of a viewer's address: the player, or `party`, as whom a GM looks at the document. */
export const VIEW_AS = 'as';

/** Where a document opens. */
export const viewerPath = (
  { campaign, id }: Pick<Document, 'campaign' | 'id'>,
  viewAs: string | undefined,
): string =>
  `/campaigns/${encodeURIComponent(campaign)}/library/${encodeURIComponent(id)}` +
  (viewAs === undefined ? '' : `?${new URLSearchParams({ [VIEW_AS]: viewAs })}`);

/** In the query of a viewer's address: the note is being written. */
const EDIT = 'edit';

/** Where a note is written. */
export const editorPath = (document: Pick<Document, 'campaign' | 'id'>): string =>
  `${viewerPath(document, undefined)}?${EDIT}=1`;

export const isEditing = (search: string): boolean => new URLSearchParams(search).has(EDIT);

/** Where the documents of a campaign stand as a library. */
export const libraryPath = (campaign: string, viewAs: string | undefined): string =>
  `/campaigns/${encodeURIComponent(campaign)}/library` +
  (viewAs === undefined ? '' : `?${new URLSearchParams({ [VIEW_AS]: viewAs })}`);

/** Where the campaign of a document opens, with the same eyes. */
export const campaignPath = (campaign: string, viewAs: string | undefined): string =>
  `/campaigns/${encodeURIComponent(campaign)}` +
  (viewAs === undefined ? '' : `/as/${encodeURIComponent(viewAs)}`);
