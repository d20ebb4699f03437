import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  editedPassage,
  editingAnswer,
  passageContent,
  savePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';

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

const editing = editingAnswer.extend({
  passages: z.array(edited),
  places: z.array(place).optional(),
});
export type Editing = z.infer<typeof editing>;

const saved = savePassagesAnswer.extend({
  kept: z.array(z.object({ id, version: z.number() })),
  clashes: z.array(z.object({ id, theirs: edited.optional() })),
});
export type Saved = z.infer<typeof saved>;

/** The calls of the document service about the writing of one note. */
export function createNotesApi(http: Http, document: string) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  return {
    /** All of the note; with `since`, what was written after that version, and where everything stands. */
    editing: (since?: number): Promise<Editing> =>
      api.get(`${one}editing/${since === undefined ? '' : `?since=${since}`}`, { answer: editing }),
    save: (body: SavePassagesRequest): Promise<Saved> =>
      api.patch(`${one}passages/`, { body, answer: saved }),
  };
}
export type NotesApi = ReturnType<typeof createNotesApi>;

export function useNotesApi(document: string): NotesApi {
  const { http } = useShell();
  return useMemo(() => createNotesApi(http, document), [http, document]);
}
