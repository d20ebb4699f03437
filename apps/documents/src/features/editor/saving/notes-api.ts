import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  addImageAnswer,
  DOCUMENT_LIMITS,
  editedPassage,
  editingAnswer,
  imagesAnswer,
  NOTE_LIMITS,
  passageContent,
  savePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { uploadFile, useShell, type Http, type UploadCallbacks } from '@tomekeeper/remote-kit';

const id = z.string();

/** Loose schemas keep fields of later service versions, so that a save does not drop them. */
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
/** Position and audience of a passage. */
export type PassagePosition = z.infer<typeof place>;

const editingPage = editingAnswer.extend({
  passages: z.array(edited),
  places: z.array(place).optional(),
});
type EditingPage = z.infer<typeof editingPage>;
/** A note for the editor, all pages joined. */
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
const uploadedPicture = z.object({ id, width: z.number(), height: z.number() });

interface ImageUpload extends Pick<UploadCallbacks, 'onProgress' | 'signal'> {
  file: File;
  /** Idempotency key: equal for a retry. */
  key: string;
  /** Decides when the server processes the image. */
  inTurn: (add: () => Promise<AddedImage>) => Promise<AddedImage>;
}

/** Rejects picture URLs other than HTTP(S). */
const images = imagesAnswer.extend({
  images: z.array(z.object({ id, url: z.url({ protocol: /^https?$/ }) })),
});

/**
 * Restarts allowed when concurrent saves change the note between pages. After that, mixed pages are accepted, because the next
 * `since` request corrects them.
 */
const RESTARTS = 5;

/** Loads all pages of one version of a note. */
async function loadPages(load: (after?: string) => Promise<EditingPage>): Promise<Editing> {
  for (let restarts = 0; ; restarts++) {
    const { next: second, ...note } = await load();
    // A passage that moves between two page requests appears twice or not at all; the next `since` request adds a missing one.
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

/** A note as the client needs it. */
interface NoteRef {
  document: string;
  campaign: string;
  /** Whether the note is a player's: players cannot upload to the object store. */
  isPlayers: boolean;
}

/** Client for the editing endpoints of one note. */
export function createNotesApi(http: Http, { document, campaign, isPlayers }: NoteRef) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  return {
    /** Returns the whole note; with `since`, the passages changed after that version and the position of all passages. */
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
    /** Maximum size of an image. */
    imageMegabytes: isPlayers ? DOCUMENT_LIMITS.memberPictureMegabytes : NOTE_LIMITS.imageMegabytes,
    /** Uploads an image for the note. A player's is sent with the request, which reports no progress. */
    uploadImage({ file, key, inTurn, ...callbacks }: ImageUpload): Promise<AddedImage> {
      const { signal } = callbacks;
      if (isPlayers) {
        const purpose = { campaign, purpose: 'note', note: document, idempotency_key: key };
        const path = `/api/documents/pictures/?${new URLSearchParams(purpose)}`;
        return inTurn(async () => {
          const body = { body: file, ...(signal && { signal }) };
          const picture = await api.post(path, { ...body, answer: uploadedPicture });
          return { image: picture.id, width: picture.width, height: picture.height };
        });
      }
      const finalize = (s3_key: string) =>
        inTurn(() => api.post(`${one}images/`, { body: { s3_key }, answer: added }));
      const upload = { purpose: 'image' as const, campaign, file, isSpoilers: true, finalize };
      return uploadFile(http, upload, callbacks);
    },
    /** URLs of pictures in the note, valid for one minute. */
    async images(ids: readonly string[]) {
      const query = new URLSearchParams({ ids: ids.join(',') });
      return (await api.get(`${one}images/?${query}`, { answer: images })).images;
    },
  };
}
export type NotesApi = ReturnType<typeof createNotesApi>;

export function useNotesApi({ document, campaign, isPlayers }: NoteRef): NotesApi {
  const { http } = useShell();
  return useMemo(
    () => createNotesApi(http, { document, campaign, isPlayers }),
    [http, document, campaign, isPlayers],
  );
}
