import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  archiveSection,
  importAnswer,
  importItem,
  importProblem,
  importsAnswer,
  importSummary,
  undoImportAnswer,
  type CreateImportRequest,
  type ReviseImportRequest,
  type UndoImportRequest,
} from '@tomekeeper/contracts-document';
import { uploadFile, useShell, type Http, type UploadCallbacks } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const id = z.string();
const reference = z.object({ id, title: z.string() });

/** Fields whose format may differ in later service versions. */
const tolerant = {
  id,
  campaign: id,
  format: z.string().optional().catch(undefined),
  state: z.string(),
  failure: z.string().optional().catch(undefined),
  created_at: z.string(),
  undo_until: z.string().optional().catch(undefined),
  document_count: z.number().optional().catch(undefined),
};

const summary = importSummary.extend(tolerant);
export type ImportSummary = z.infer<typeof summary>;

const item = importItem.extend({
  category: importItem.shape.category.catch(undefined),
  since_import: importItem.shape.since_import.catch(undefined),
  document: reference.optional(),
  same_title: reference.optional(),
});
export type ImportItem = z.infer<typeof item>;

const problem = importProblem.extend({ reason: z.string() });
export type ImportProblem = z.infer<typeof problem>;

const section = z.object({
  section: archiveSection,
  count: z.number(),
  is_skipped: z.boolean(),
});
export type ImportSection = z.infer<typeof section>;

const answer = importAnswer.extend({
  ...tolerant,
  review: importAnswer.shape.review
    .unwrap()
    .extend({
      items: z.array(item),
      problems: z.array(problem),
      sections: z.array(section).catch([]),
    })
    .optional(),
  documents: z.array(reference).optional(),
});
export type Import = z.infer<typeof answer>;
export type Review = NonNullable<Import['review']>;

const list = importsAnswer.extend({ imports: z.array(summary) });

const undone = undoImportAnswer.extend({
  changed: z.array(reference.extend({ reason: z.string() })),
});
export type Undone = z.infer<typeof undone>;

export interface ImportUpload {
  campaign: string;
  file: File;
  /** Key of a previous attempt whose file is already stored. */
  storedKey: string | undefined;
  /** Key of a previous attempt in parts that continues. */
  startedKey: string | undefined;
}

function createImportsApi(http: Http) {
  const api = createApiClient(http);
  const one = (id: string) => `/api/imports/${encodeURIComponent(id)}/`;
  const get = (id: string, after: number, signal?: AbortSignal) =>
    api.get(after > 0 ? `${one(id)}?after=${after}` : one(id), { answer, signal });
  return {
    /** Uploads a file and starts its import. */
    upload({ campaign, ...upload }: ImportUpload, callbacks: UploadCallbacks) {
      const finalize = (key: string) => {
        const body: CreateImportRequest = { campaign, key };
        return api.post('/api/imports/', { body, answer: summary });
      };
      return uploadFile(
        http,
        { ...upload, purpose: 'import', campaign, isSpoilers: true, finalize },
        callbacks,
      );
    },
    /** An import; `after` continues the items of its review. */
    get,
    /** Number of documents of a finished import; `first` has the first page. */
    async countDocuments(first: Import, signal?: AbortSignal) {
      let count = first.documents?.length ?? 0;
      let after = first.next;
      while (after !== undefined) {
        const page: Import = await get(first.id, after, signal);
        count += page.documents?.length ?? 0;
        after = page.next;
      }
      return count;
    },
    /** The last imports of a campaign, newest first. */
    async list(campaign: string, signal?: AbortSignal) {
      const query = new URLSearchParams({ campaign });
      return (await api.get(`/api/imports/?${query}`, { answer: list, signal })).imports;
    },
    revise: (id: string, body: ReviseImportRequest) => api.patch(one(id), { body }),
    commit: (id: string) => api.post(`${one(id)}commit/`),
    cancel: (id: string) => api.delete(one(id)),
    undo: (id: string, body: UndoImportRequest) =>
      api.post(`${one(id)}undo/`, { body, answer: undone }),
  };
}

export function useImportsApi() {
  const { http } = useShell();
  return useMemo(() => createImportsApi(http), [http]);
}

/** Query keys. */
export const importKeys = {
  list: (campaign: string) => ['imports', campaign],
  one: (id: string) => ['import', id],
};
