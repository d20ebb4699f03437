import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  noteVersion,
  noteVersionAnswer,
  passageContent,
  pastPassage,
  restoredNoteAnswer,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const id = z.string();

const version = noteVersion.extend({ id, by: id.optional(), at: z.string() });
export type NoteVersion = z.infer<typeof version>;

const past = pastPassage.extend({
  id,
  // The comparison includes unknown fields of later service versions.
  kind: z.string(),
  content: passageContent.extend({ image: id.optional() }).loose(),
  audience: z.string().optional().catch(undefined),
});
export type PastPassage = z.infer<typeof past>;

const answer = noteVersionAnswer.extend({
  id,
  by: id.optional(),
  at: z.string(),
  passages: z.array(past),
});
const restored = restoredNoteAnswer.extend({ replaced: id.optional() });

/** Client for the version endpoints of a note. */
function createNoteVersionsApi(http: Http, document: string) {
  const api = createApiClient(http);
  const all = `/api/documents/${encodeURIComponent(document)}/text-versions/`;
  const one = (of: string) => `${all}${encodeURIComponent(of)}/`;
  return {
    list: async (signal?: AbortSignal) =>
      (await api.get(all, { answer: z.object({ versions: z.array(version) }), signal })).versions,
    /** Loads all passages of a version, page by page. */
    async passages(of: string, signal?: AbortSignal): Promise<PastPassage[]> {
      const passages: PastPassage[] = [];
      let from: number | undefined = 0;
      while (from !== undefined) {
        const path: string = `${one(of)}?${new URLSearchParams({ from: String(from) })}`;
        const page: z.infer<typeof answer> = await api.get(path, { answer, signal });
        passages.push(...page.passages);
        from = page.next !== undefined && page.next > from ? page.next : undefined;
      }
      return passages;
    },
    restore: (of: string) => api.post(`${one(of)}restore/`, { answer: restored }),
  };
}

export function useNoteVersionsApi(document: string) {
  const { http } = useShell();
  return useMemo(() => createNoteVersionsApi(http, document), [http, document]);
}
