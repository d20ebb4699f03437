import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  addImageAnswer,
  editedPassage,
  editingAnswer,
  imagesAnswer,
  passageContent,
  savePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { uploadFile, useShell, type Http, type UploadCallbacks } from '@tomekeeper/remote-kit';

const id = z.string();

/** What a later service knows more of a passage stays in it. */
const edited = editedPassage.extend({
  id,
  kind: z.string() as unknown as typeof editedPassage.shape.kind,
  content: passageContent.extend({ image: id.optional() }).loose(),
  audience: z.string().optional().catch(undefined),
});
export type EditedPassage = z.infer<typeof edited>;

const place = edited.pick({
  id: true,
  version: true,
  audience: true,
  own_audience: true,
  players: true,
});
/** Where a passage stands, and for whom it is. */
export type Place = z.infer<typeof place>;

const editingPage = editingAnswer.extend({
  passages: z.array(edited),
  places: z.array(place).optional(),
});
type EditingPage = z.infer<typeof editingPage>;
/** A note for its editor, all pages joined. */
export type Editing = Omit<EditingPage, 'next'>;

const saved = savePassagesAnswer.extend({
  kept: z.array(z.object({ id, version: z.number() })),
  clashes: z.array(
    z.object({ id, theirs: edited.optional(), shown: z.boolean().optional().catch(undefined) }),
  ),
  title_clash: savePassagesAnswer.shape.title_clash.catch(undefined),
});
export type Saved = z.infer<typeof saved>;

const added = addImageAnswer.extend({ image: id });
type AddedImage = z.infer<typeof added>;
type InTurn = (add: () => Promise<AddedImage>) => Promise<AddedImage>;

/** Only a web address may be loaded, whatever the answer says. */
const images = imagesAnswer.extend({
  images: z.array(z.object({ id, url: z.url({ protocol: /^https?$/ }) })),
});

/** Saves by others during which loading starts again; after that the newest pages are good enough: the next `since` corrects them. */
const RESTARTS = 5;

/** Loads every page of one version of a note. */
async function loadPages(load: (after?: string) => Promise<EditingPage>): Promise<Editing> {
  for (let restarts = 0; ; restarts++) {
    const { next: second, ...note } = await load();
    // A passage that moves between two pages is in both, or in neither until the next `since`.
    const passages = new Map(note.passages.map((one) => [one.id, one]));
    let isSameVersion = true;
    for (let next = second; next !== undefined && isSameVersion;) {
      const page = await load(next);
      isSameVersion = page.version === note.version || restarts >= RESTARTS;
      for (const one of page.passages) passages.set(one.id, one);
      next = page.next;
    }
    if (isSameVersion) return { ...note, passages: [...passages.values()] };
  }
}

/** The calls of the document service about the writing of one note. */
export function createNotesApi(http: Http, document: string, campaign: string) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  return {
    /** All of the note; with `since`, what was written after that version, and where everything stands. */
    async editing(since?: number): Promise<Editing> {
      const page = (after?: string): Promise<EditingPage> => {
        const query = new URLSearchParams({
          ...(since !== undefined && { since: String(since) }),
          ...(after !== undefined && { after }),
        });
        return api.get(`${one}editing/?${query}`, { answer: editingPage });
      };
      return loadPages(page);
    },
    save: (body: SavePassagesRequest): Promise<Saved> =>
      api.patch(`${one}passages/`, { body, answer: saved }),
    /** Uploads an image for the note. `inTurn` decides when the server processes it. */
    uploadImage: (file: File, inTurn: InTurn, callbacks: UploadCallbacks): Promise<AddedImage> => {
      const finalize = (s3_key: string) =>
        inTurn(() => api.post(`${one}images/`, { body: { s3_key }, answer: added }));
      const upload = { purpose: 'image' as const, campaign, file, isSpoilers: true, finalize };
      return uploadFile(http, upload, callbacks);
    },
    /** Addresses of pictures in the note, good for a minute. */
    async images(ids: readonly string[]) {
      const query = new URLSearchParams({ ids: ids.join(',') });
      return (await api.get(`${one}images/?${query}`, { answer: images })).images;
    },
  };
}
export type NotesApi = ReturnType<typeof createNotesApi>;

export function useNotesApi(document: string, campaign: string): NotesApi {
  const { http } = useShell();
  return useMemo(() => createNotesApi(http, document, campaign), [http, document, campaign]);
}
