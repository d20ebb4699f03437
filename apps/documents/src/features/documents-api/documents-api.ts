import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  campaignDocument,
  contentAnswer,
  documentVersion,
  replacedFileAnswer,
  trashedDocument,
  type CreateNoteRequest,
  type FinalizeRequest,
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

/** To the screens an id is a name to hand back, whatever it looks like. */
const opaqueId = z.string();

/** Fields that a later service may send in another form. */
const tolerant = {
  id: opaqueId,
  campaign: opaqueId,
  original_filename: z.string().nullish(),
  created_at: z.string(),
  kind: z.string().nullish(),
  content_type: z.string().nullish(),
  size: z.number().nullish(),
  updated_at: z.string().nullish(),
  /** How far reading its text has come; players are told 'ready' and nothing else. A later state says nothing here. */
  text_state: z.string().nullish().catch(undefined),
  /** Percent, while it is read. */
  text_progress: z.number().nullish().catch(undefined),
  act: opaqueId.optional().catch(undefined),
  passage_count: z.number().optional().catch(undefined),
  file_withheld: campaignDocument.shape.file_withheld.catch(undefined),
  picture_withheld: campaignDocument.shape.picture_withheld.catch(undefined),
  /** Id that this tab gave the upload whose response this is; no response contains it. */
  change: opaqueId.optional().catch(undefined),
};
const document = campaignDocument.extend(tolerant);
export type Document = z.infer<typeof document>;

const trashed = trashedDocument.extend({
  ...tolerant,
  deleted_at: z.string(),
  goes_at: z.string(),
});
export type TrashedDocument = z.infer<typeof trashed>;

/** Accepts web addresses only, so that an answer cannot open a script. */
const webAddress = z.url({ protocol: /^https?$/ });

/** What a player is shown now. */
const shownAnswer = z.object({
  shown: z
    .object({
      id: opaqueId,
      shown_at: z.string(),
      document,
      /** Where passages of it are shown: which, in no order. */
      passages: z.array(opaqueId).optional().catch(undefined),
      /** Content of a show without keeping. */
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
  /** To GMs: shows without keeping in their campaigns. */
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
}

const version = documentVersion.extend({
  id: opaqueId,
  replaced_at: z.string(),
  goes_at: z.string(),
});
export type DocumentVersion = z.infer<typeof version>;

const content = contentAnswer.pick({ url: true }).extend({ url: webAddress });

const thumbnail = z.object({
  id: opaqueId,
  // What a later service may say here is no picture.
  state: z.string(),
  url: content.shape.url.optional().catch(undefined),
});

/** What a row is called: its file name, or where it is stored when it came without one. */
export const nameOf = ({
  original_filename,
  s3_key,
}: Pick<Document, 'original_filename' | 's3_key'>): string => original_filename || s3_key;

/** Under which title its GM shows it, as it stands on their screen: what it is called by now may be another. */
export const seenTitleOf = ({
  original_filename,
}: Pick<Document, 'original_filename'>): { seen_title?: string } =>
  typeof original_filename === 'string' ? { seen_title: original_filename } : {};

/** Written here, or shown to a player without a file: it is its text alone. */
export const isNote = (document: Pick<Document, 'kind'> | undefined): boolean =>
  document?.kind === 'note';

/** Whether it is a note of a campaign that this person runs, seen with their own eyes: tags are told to GMs alone. */
export const mayWrite = (document: Document, viewAs: string | undefined): boolean =>
  isNote(document) && document.tags !== undefined && viewAs === undefined;

/** The document service's calls; with `viewAs` what is read is what that player would get. */
export function createDocumentsApi(http: Http, viewAs?: string) {
  const api = createApiClient(http);
  const one = (id: string) => `/api/documents/${encodeURIComponent(id)}/`;
  const oneVersion = (id: string, of: string) => `${one(id)}versions/${encodeURIComponent(of)}/`;
  return {
    /** The documents of a campaign that this person may know of, newest first. */
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
    createNote: (body: CreateNoteRequest) =>
      api.post('/api/documents/notes/', { body, answer: document }),
    update: (id: string, body: UpdateDocumentRequest) =>
      api.patch(one(id), { body, answer: document }),
    /** Takes a reveal or a hide back: who sees what is as it was before. */
    takeBack: (id: string, act: string) =>
      api.delete(`${one(id)}acts/${encodeURIComponent(act)}/`, { answer: takenBack }),
    /** Into the trash. */
    remove: (id: string) => api.delete(one(id)),
    trash(campaignId: string, signal?: AbortSignal): Promise<TrashedDocument[]> {
      const query = new URLSearchParams({ campaign: campaignId });
      return api.get(`/api/documents/trash/?${query}`, { answer: z.array(trashed), signal });
    },
    /** The files that a document had before its present one, what was replaced last first. */
    versions: (id: string, signal?: AbortSignal) =>
      api.get(`${one(id)}versions/`, { answer: z.array(version), signal }),
    /** Makes an earlier version the file again. */
    restoreVersion: (id: string, of: string) =>
      api.post(`${oneVersion(id, of)}restore/`, { answer: replaced }),
    /** A short-lived address that saves an earlier version. */
    downloadVersion: (id: string, of: string) =>
      api.get(`${oneVersion(id, of)}content/`, { answer: content }),
    removeVersion: (id: string, of: string) => api.delete(oneVersion(id, of)),
    restore: (id: string) => api.post(`${one(id)}restore/`, { answer: document }),
    removeForGood: (id: string) => api.delete(`/api/documents/trash/${encodeURIComponent(id)}/`),
    /** Small pictures of documents that are on the screen. */
    async thumbnails(campaignId: string, ids: readonly string[]) {
      const query = new URLSearchParams({ campaign: campaignId, ids: ids.join(',') });
      const answer = await api.get(`/api/documents/thumbnails/?${query}`, {
        answer: z.object({ thumbnails: z.array(thumbnail) }),
        viewAs,
      });
      return answer.thumbnails;
    },
    /** Puts it on the players' screens, revealing it where it is hidden. */
    show: (id: string, body: ShowRequest = {}) => api.post(`${one(id)}show/`, { body }),
    takeShowBack: (id: string) => api.delete(`${one(id)}show/`),
    shown: async () =>
      (await api.get('/api/documents/shown/', { answer: shownAnswer })).shown ?? undefined,
    /** Shows without keeping in the campaigns of this GM. */
    showing: async () =>
      (await api.get('/api/documents/shown/', { answer: shownAnswer })).showing ?? [],
    /** Closes a show without keeping on this person's screens. */
    closeShown: (show: string) => api.delete(`/api/documents/shown/${encodeURIComponent(show)}/`),
    /** Notes that this person looks at a campaign, for those whom it says that they are here. */
    look: (campaign: string) =>
      api.get(`/api/live/presence/?campaign=${encodeURIComponent(campaign)}`, {
        answer: z.unknown(),
      }),
    /** A short-lived address of the file itself. */
    content: (id: string, signal?: AbortSignal) =>
      whenPrepared(
        () => api.get(`${one(id)}content/`, { answer: content, signal, viewAs }),
        signal,
      ),
    /** A short-lived address that saves the file, whatever it is. */
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
