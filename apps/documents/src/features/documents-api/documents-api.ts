import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  campaignDocument,
  contentAnswer,
  displayTitle,
  documentsPage,
  documentVersion,
  facetsAnswer,
  neighborsAnswer,
  portrait,
  presignPartsAnswer,
  replacedFileAnswer,
  trashedDocument,
  type CreateNoteRequest,
  type DiscardUploadRequest,
  type FinalizeRequest,
  type PresignPartsRequest,
  type ShowRequest,
  type UpdateDocumentRequest,
} from '@tomekeeper/contracts-document';
import {
  type Http,
  type UploadCallbacks,
  uploadFile,
  useShell,
  useViewAs,
} from '@tomekeeper/remote-kit';
import { newId } from './new-id';
import { shownPassage } from './passages-api';
import { takenBack } from './taken-back';
import { whenPrepared } from './when-prepared';

export { isManaged, isNote, isOwnNote, isPlayerNote, mayWrite } from './permissions/permissions';

/** Screens treat ids as opaque strings. */
const opaqueId = z.string();

/** The picture of a document in the gallery. */
export const shownPortrait = portrait
  .extend({ document: opaqueId.optional(), image: opaqueId.optional() })
  .optional()
  .catch(undefined);

/** Fields whose format may differ in later service versions. */
const tolerant = {
  id: opaqueId,
  campaign: opaqueId,
  original_filename: z.string().nullish(),
  created_at: z.string(),
  kind: z.string().nullish(),
  content_type: z.string().nullish(),
  size: z.number().nullish(),
  updated_at: z.string().nullish(),
  /** Status of text extraction; players receive only 'ready'. Unknown states of later versions are ignored. */
  text_state: z.string().nullish().catch(undefined),
  /** Percentage during extraction. */
  text_progress: z.number().nullish().catch(undefined),
  act: opaqueId.optional().catch(undefined),
  handouts: z.number().optional().catch(undefined),
  original: campaignDocument.shape.original.catch(undefined),
  category: campaignDocument.shape.category.catch(undefined),
  portrait: shownPortrait,
  author: opaqueId.optional().catch(undefined),
  aliases: campaignDocument.shape.aliases.catch(undefined),
  source: opaqueId.optional().catch(undefined),
  file_withheld: campaignDocument.shape.file_withheld.catch(undefined),
  picture_withheld: campaignDocument.shape.picture_withheld.catch(undefined),
  /** Id that this tab assigned to the upload; no response contains it. */
  change: opaqueId.optional().catch(undefined),
};
const document = campaignDocument.extend(tolerant);
export type Document = z.infer<typeof document>;
/** A document in a response. */
export const documentAnswer = document;

/** A service without pages answers all documents, which is the response of the call without a limit. */
const page = z.union([
  z.array(document).transform((documents) => ({ documents })),
  documentsPage.extend({ documents: z.array(document) }),
]);
/** A page of documents, with the cursor of the next one. */
export interface DocumentsPage {
  documents: Document[];
  next?: string | undefined;
}

/** Filter and order of a list of documents; empty values match everything. */
export type DocumentsAsked = Partial<
  Record<'sort' | 'group' | 'tag' | 'kind' | 'category' | 'audience' | 'q' | 'ids', string>
>;

const facets = facetsAnswer.extend({ kinds: z.array(z.string()), categories: z.array(z.string()) });
export type Facets = z.infer<typeof facets>;

const neighbors = neighborsAnswer.extend({
  newer: document.optional(),
  older: document.optional(),
});

const trashed = trashedDocument.extend({
  ...tolerant,
  deleted_at: z.string(),
  goes_at: z.string(),
});
export type TrashedDocument = z.infer<typeof trashed>;
/** A deleted document in a response. */
export const trashedAnswer = trashed;

/** Accepts HTTP(S) URLs only, so that a response cannot inject a script URL. */
const webAddress = z.url({ protocol: /^https?$/ });

/** The current show for a player. */
const shownAnswer = z.object({
  shown: z
    .object({
      id: opaqueId,
      shown_at: z.string(),
      document,
      /** Ids of the shown passages, unordered; undefined for the whole document. */
      passages: z.array(opaqueId).optional().catch(undefined),
      /** Content of a temporary show. */
      not_kept: z
        .object({
          ends_at: z.string(),
          passages: z.array(shownPassage),
          images: z.array(z.object({ id: opaqueId, url: webAddress })),
          picture: z.object({ url: webAddress, width: z.number(), height: z.number() }).optional(),
        })
        .optional(),
    })
    .nullable(),
  /** For GMs: temporary shows in their campaigns. */
  showing: z.array(z.object({ campaign: opaqueId, document: opaqueId })).optional(),
});
export type Shown = NonNullable<z.infer<typeof shownAnswer>['shown']>;

const replaced = replacedFileAnswer.extend({ ...tolerant, replaced: opaqueId.nullish() });

export interface DocumentUpload {
  campaignId: string;
  file: File;
  isSpoilers: boolean;
  tags?: string[] | undefined;
  /** Document whose file it replaces; without it the file becomes a new document. */
  replaces?: Document | undefined;
  contentFingerprint?: string | undefined;
  storedKey?: string | undefined;
  /** Key of an unfinished upload in parts that continues. */
  startedKey?: string | undefined;
}

const version = documentVersion.extend({
  id: opaqueId,
  replaced_at: z.string(),
  goes_at: z.string().optional(),
});
export type DocumentVersion = z.infer<typeof version>;

const content = contentAnswer.pick({ url: true }).extend({ url: webAddress });

const thumbnail = z.object({
  id: opaqueId,
  // Unknown states of later service versions count as no thumbnail.
  state: z.string(),
  url: content.shape.url.optional().catch(undefined),
});

/** File name of a document, or its storage key without one. */
export const nameOf = ({
  original_filename,
  s3_key,
}: Pick<Document, 'original_filename' | 's3_key'>): string => original_filename || s3_key;

/** Title of a document on screens; the panel of the campaign page shows the file name. */
export const titleOf = (document: Parameters<typeof nameOf>[0]): string =>
  displayTitle(nameOf(document));

/** The title that the GM sees, sent with a reveal so that the server detects a rename. */
export const seenTitleOf = ({
  original_filename,
}: Pick<Document, 'original_filename'>): { seen_title?: string } =>
  typeof original_filename === 'string' ? { seen_title: original_filename } : {};

/** Client for the document service; with `viewAs`, reads return the data of that player. */
export function createDocumentsApi(http: Http, viewAs?: string) {
  const api = createApiClient(http);
  const one = (id: string) => `/api/documents/${encodeURIComponent(id)}/`;
  const oneVersion = (id: string, of: string) => `${one(id)}versions/${encodeURIComponent(of)}/`;
  return {
    /** Documents of a campaign that are visible to the user, newest first. */
    async list(campaignId: string, signal?: AbortSignal): Promise<Document[]> {
      const query = new URLSearchParams({ campaign: campaignId });
      const all = await api.get(`/api/documents/?${query}`, {
        answer: z.array(document),
        signal,
        viewAs,
      });
      // The API may return the documents of all campaigns.
      return all.filter(({ campaign }) => campaign === campaignId);
    },
    /** A page of the visible documents of a campaign. */
    async page(
      campaign: string,
      asked: DocumentsAsked & { after?: string | undefined; limit: number },
      signal?: AbortSignal,
    ): Promise<DocumentsPage> {
      const query = new URLSearchParams({ campaign });
      for (const [name, value] of Object.entries(asked))
        if (value !== undefined && value !== '') query.set(name, String(value));
      const answer = await api.get(`/api/documents/?${query}`, { answer: page, signal, viewAs });
      return {
        ...answer,
        documents: answer.documents.filter((one) => one.campaign === campaign),
      };
    },
    /** Filter values of the visible documents of a campaign. */
    facets: (campaign: string, signal?: AbortSignal) =>
      api.get(`/api/documents/facets/?${new URLSearchParams({ campaign })}`, {
        answer: facets,
        signal,
        viewAs,
      }),
    /** The documents before and after one in the list of the campaign. */
    neighbors: (id: string, signal?: AbortSignal) =>
      api.get(`${one(id)}neighbors/`, { answer: neighbors, signal, viewAs }),
    /** A document or a player's note. */
    one: (id: string, signal?: AbortSignal) =>
      api.get(one(id), { answer: document, signal, viewAs }),
    /** Uploads a document, or a new file of one. `replaced` is the version that restores the earlier file. */
    async upload(
      { campaignId: campaign, replaces, tags, ...upload }: DocumentUpload,
      callbacks?: UploadCallbacks,
    ) {
      const change = newId();
      const { file, isSpoilers: is_spoilers } = upload;
      const finalize = (s3_key: string) => {
        if (replaces)
          return api.post(`${one(replaces.id)}versions/`, {
            body: { s3_key, change },
            answer: replaced,
          });
        const original_filename = file.name;
        const body: FinalizeRequest = {
          ...{ campaign, s3_key, is_spoilers, original_filename, change },
          ...(tags && { tags }),
        };
        return api.post('/api/documents/finalize/', { body, answer: replaced });
      };
      const made = await uploadFile(
        http,
        { ...upload, purpose: 'document', campaign, replaces: replaces?.id, finalize },
        callbacks,
      );
      return { ...made, change };
    },
    /** Lists the stored parts of an upload, and presigns missing ones. */
    presignParts: (body: PresignPartsRequest, signal?: AbortSignal) =>
      api.post('/api/documents/presign-parts/', {
        body,
        answer: presignPartsAnswer,
        signal,
      }),
    /** Deletes an unfinished upload. */
    discardUpload: (body: DiscardUploadRequest) =>
      api.post('/api/documents/discard-upload/', { body }),
    createNote: (body: CreateNoteRequest) =>
      api.post('/api/documents/notes/', { body, answer: document }),
    update: (id: string, body: UpdateDocumentRequest) =>
      api.patch(one(id), { body, answer: document }),
    /** Undoes an audience change. */
    takeBack: (id: string, act: string) =>
      api.delete(`${one(id)}acts/${encodeURIComponent(act)}/`, { answer: takenBack }),
    /** Moves a document to the trash. */
    remove: (id: string) => api.delete(one(id)),
    trash(campaignId: string, signal?: AbortSignal): Promise<TrashedDocument[]> {
      const query = new URLSearchParams({ campaign: campaignId });
      return api.get(`/api/documents/trash/?${query}`, { answer: z.array(trashed), signal });
    },
    /** Previous files of a document, most recently replaced first. */
    versions: (id: string, signal?: AbortSignal) =>
      api.get(`${one(id)}versions/`, { answer: z.array(version), signal }),
    /** Makes a note of a text file. */
    makeEditable: (id: string) => api.post(`${one(id)}editable/`, { answer: document }),
    /** Lets the readers of a note download its original file, or only GMs. */
    setOriginal: (id: string, audience: 'gm' | 'readers') =>
      api.put(`${one(id)}original/`, { body: { audience }, answer: document }),
    /** Short-lived download URL of the original file of a note. */
    downloadOriginal: (id: string) => api.get(`${one(id)}original/`, { answer: content, viewAs }),
    /** Restores a previous file. */
    restoreVersion: (id: string, of: string, { discardEdits = false } = {}) =>
      api.post(`${oneVersion(id, of)}restore/${discardEdits ? '?discard_edits=true' : ''}`, {
        answer: replaced,
      }),
    /** Short-lived download URL of a previous file. */
    downloadVersion: (id: string, of: string) =>
      api.get(`${oneVersion(id, of)}content/`, { answer: content }),
    removeVersion: (id: string, of: string) => api.delete(oneVersion(id, of)),
    restore: (id: string) => api.post(`${one(id)}restore/`, { answer: document }),
    removeForGood: (id: string) => api.delete(`/api/documents/trash/${encodeURIComponent(id)}/`),
    /** Thumbnails of visible documents. */
    async thumbnails(campaignId: string, ids: readonly string[]) {
      const query = new URLSearchParams({ campaign: campaignId, ids: ids.join(',') });
      const answer = await api.get(`/api/documents/thumbnails/?${query}`, {
        answer: z.object({ thumbnails: z.array(thumbnail) }),
        viewAs,
      });
      return answer.thumbnails;
    },
    /** Shows a document on the players' screens, and reveals it if it is hidden. */
    show: (id: string, body: ShowRequest = {}) => api.post(`${one(id)}show/`, { body }),
    takeShowBack: (id: string) => api.delete(`${one(id)}show/`),
    shown: async () =>
      (await api.get('/api/documents/shown/', { answer: shownAnswer })).shown ?? undefined,
    /** Temporary shows in the campaigns of this GM. */
    showing: async () =>
      (await api.get('/api/documents/shown/', { answer: shownAnswer })).showing ?? [],
    /** Closes a temporary show on the user's screens. */
    closeShown: (show: string) => api.delete(`/api/documents/shown/${encodeURIComponent(show)}/`),
    /** Reports presence in a campaign. */
    look: (campaign: string) =>
      api.get(`/api/live/presence/?campaign=${encodeURIComponent(campaign)}`, {
        answer: z.unknown(),
      }),
    /** Short-lived URL of the file. */
    content: (id: string, signal?: AbortSignal) =>
      whenPrepared(
        () => api.get(`${one(id)}content/`, { answer: content, signal, viewAs }),
        signal,
      ),
    /** Short-lived download URL of the file. */
    download: (id: string) =>
      whenPrepared(() => api.get(`${one(id)}content/?download=true`, { answer: content, viewAs })),
  };
}

export type DocumentsApi = ReturnType<typeof createDocumentsApi>;

export function useDocumentsApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createDocumentsApi(http, viewAs), [http, viewAs]);
}
