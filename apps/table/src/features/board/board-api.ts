import { useMemo } from 'react';
import { z } from 'zod';
import { ApiError, createApiClient } from '@tomekeeper/api-client';
import { board, BOARD_CODES, type Board } from '@tomekeeper/contracts-campaign';
import { displayTitle } from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';

export type { Board, BoardItem as Item } from '@tomekeeper/contracts-campaign';

const found = z.object({
  documents: z.array(
    z.object({
      id: z.string(),
      original_filename: z.string(),
      content_type: z.string().nullish(),
    }),
  ),
});

const hits = z.object({
  hits: z.array(
    z.object({
      document: z.string(),
      passage: z.string().optional(),
      title: z.string(),
      snippet: z.array(z.object({ text: z.string() })),
      player_note: z.boolean().optional(),
    }),
  ),
});

/** Document, picture or passage for a board. */
export interface Candidate {
  kind: 'document' | 'picture' | 'passage';
  document: string;
  /** For passages. */
  passage?: string;
  title: string;
  /** Start of the passage's text. */
  text?: string;
}

/** Maximum documents, and maximum passages. */
const MOST_FOUND = 12;

export const boardKey = (campaign: string, session: string) => ['board', campaign, session];

function createBoardApi(http: Http) {
  const api = createApiClient(http);
  const one = (campaign: string, session: string) =>
    `/api/campaigns/${encodeURIComponent(campaign)}/board/?${new URLSearchParams({ session })}`;
  return {
    get: (campaign: string, session: string, signal?: AbortSignal) =>
      api.get(one(campaign, session), { answer: board, signal }),
    /** Replaces the board. If another GM changed it, returns the newer board with `isSaved: false`. */
    async save(campaign: string, { items, version, session }: Board) {
      const body = { items, version };
      try {
        return {
          board: await api.put(one(campaign, session), { body, answer: board }),
          isSaved: true,
        };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== BOARD_CODES.changed) throw error;
        return { board: board.parse(error.problem?.['board']), isSaved: false };
      }
    },
    /** Documents with the words in their title. */
    async documents(campaign: string, q: string, signal?: AbortSignal): Promise<Candidate[]> {
      const query = new URLSearchParams({ campaign, q, limit: String(MOST_FOUND) });
      const page = await api.get(`/api/documents/?${query}`, { answer: found, signal });
      return page.documents.map(({ id, original_filename, content_type }) => ({
        kind: content_type?.startsWith('image/') ? 'picture' : 'document',
        document: id,
        title: displayTitle(original_filename),
      }));
    },
    /** Passages with the words. Notes of players belong to their authors. */
    async passages(campaign: string, q: string, signal?: AbortSignal): Promise<Candidate[]> {
      const query = new URLSearchParams({ campaign, q, typing: 'true', limit: '30' });
      const all = await api.get(`/api/search/?${query}`, { answer: hits, signal });
      return all.hits
        .flatMap(({ document, passage, title, snippet, player_note }) =>
          passage === undefined || player_note
            ? []
            : [
                {
                  ...{ kind: 'passage' as const, document, passage, text: textOf(snippet) },
                  title: displayTitle(title),
                },
              ],
        )
        .slice(0, MOST_FOUND);
    },
  };
}

/** A picture in a text has no words. */
const textOf = (snippet: readonly { text: string }[]) =>
  snippet.map(({ text }) => text).join('') || 'Picture';

export type BoardApi = ReturnType<typeof createBoardApi>;

export function useBoardApi(): BoardApi {
  const { http } = useShell();
  return useMemo(() => createBoardApi(http), [http]);
}
