import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient, type KeptAnswers } from '@tomekeeper/api-client';
import {
  findAnswer,
  imagesAnswer,
  innerBlock,
  outlineEntry,
  passage,
  passageContent,
  passagesAnswer,
  type UpdatePartRequest,
} from '@tomekeeper/contracts-document';
import { type Http, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useKeptAnswers } from './kept-answers-context';

/** Screens treat ids as opaque strings. */
const id = z.string();

/** Unknown kinds of later service versions render as paragraphs. */
const kind = passage.shape.kind.catch('paragraph');

const content = passageContent.extend({
  image: id.optional(),
  blocks: z.array(innerBlock.extend({ kind: innerBlock.shape.kind.catch('paragraph') })).optional(),
});

const read = passage.extend({
  id,
  kind,
  content,
  audience: z.string().optional(),
  known_to: z.array(id).optional(),
});
export type Passage = z.infer<typeof read>;
/** A passage in a show response. */
export const shownPassage = read;

const passages = passagesAnswer.extend({
  passages: z.array(read),
  next: id.optional(),
  previous: id.optional(),
});
export type Passages = z.infer<typeof passages>;

const outline = z.array(outlineEntry.extend({ id }));
export type Heading = z.infer<typeof outline>[number];

const found = findAnswer.extend({
  found: z.array(findAnswer.shape.found.element.extend({ id })),
});
export type Found = z.infer<typeof found>;

/** Rejects picture URLs other than HTTP(S). */
const images = imagesAnswer.extend({
  images: z.array(z.object({ id, url: z.url({ protocol: /^https?$/ }) })),
});

/** Start of a page of passages; at most one field is set. */
export interface TextWindow {
  from?: number;
  around?: string;
  page?: number;
}

/** Client for the text endpoints of one document. */
export function createPassagesApi(
  http: Http,
  kept: KeptAnswers | undefined,
  document: string,
  viewAs?: string,
) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  const keeping = kept && { kept };
  return {
    passages(place: TextWindow, limit: number, signal?: AbortSignal): Promise<Passages> {
      const query = new URLSearchParams({ limit: String(limit) });
      for (const [name, value] of Object.entries(place))
        if (value !== undefined) query.set(name, String(value));
      return api.get(`${one}passages/?${query}`, { answer: passages, signal, viewAs, ...keeping });
    },
    outline: (signal?: AbortSignal) =>
      api.get(`${one}outline/`, { answer: outline, signal, viewAs, ...keeping }),
    find: (q: string, signal?: AbortSignal) =>
      api.get(`${one}find/?${new URLSearchParams({ q })}`, { answer: found, signal, viewAs }),
    /** URLs of pictures in the text, valid for one minute; without ids, of the first ones. */
    async images(ids?: readonly string[]) {
      const query = ids ? `?${new URLSearchParams({ ids: ids.join(',') })}` : '';
      return (await api.get(`${one}images/${query}`, { answer: images, viewAs })).images;
    },
    updatePart: (passage: string, body: UpdatePartRequest) =>
      api.patch(`${one}parts/${encodeURIComponent(passage)}/`, { body }),
  };
}

export type PassagesApi = ReturnType<typeof createPassagesApi>;

export function usePassagesApi(document: string): PassagesApi {
  const { http } = useShell();
  const viewAs = useViewAs();
  const kept = useKeptAnswers();
  return useMemo(
    () => createPassagesApi(http, kept, document, viewAs),
    [http, kept, document, viewAs],
  );
}
