import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  comment,
  commentsAnswer,
  commentSettingsAnswer,
  type CommentsState,
  type CreateCommentRequest,
} from '@tomekeeper/contracts-document';
import { useShell, useViewAs, type Http } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const id = z.string();
const shown = comment.extend({
  ...{ id, passage: id, author: id.optional(), handout: id.optional() },
  ...{ created_at: z.string(), edited_at: z.string().optional() },
});
export type Comment = z.infer<typeof shown>;

const page = commentsAnswer.extend({ comments: z.array(shown), next: id.optional() });

/** All comments that the viewer sees in a document. */
export type Comments = Pick<z.infer<typeof page>, 'comments_state' | 'comments'>;

const SETTINGS = '/api/documents/comments/settings/';

function createCommentsApi(http: Http, viewAs: string | undefined) {
  const api = createApiClient(http);
  const all = (document: string) => `/api/documents/${encodeURIComponent(document)}/comments/`;
  const one = (document: string, id: string) => `${all(document)}${encodeURIComponent(id)}/`;
  return {
    async list(document: string, signal?: AbortSignal): Promise<Comments> {
      const comments: Comment[] = [];
      let query = '';
      for (;;) {
        const found = await api.get(all(document) + query, { answer: page, signal, viewAs });
        comments.push(...found.comments);
        if (found.next === undefined) return { comments_state: found.comments_state, comments };
        query = `?${new URLSearchParams({ after: found.next })}`;
      }
    },
    create: (document: string, body: CreateCommentRequest) =>
      api.post(all(document), { body, answer: shown }),
    edit: (document: string, id: string, text: string) =>
      api.patch(one(document, id), { body: { text }, answer: shown }),
    delete: (document: string, id: string) => api.delete(one(document, id)),
    settings: (campaign: string, signal?: AbortSignal) =>
      api.get(`${SETTINGS}?${new URLSearchParams({ campaign })}`, {
        answer: commentSettingsAnswer,
        signal,
      }),
    change: (campaign: string, comments: CommentsState) =>
      api.put(SETTINGS, { body: { campaign, comments }, answer: commentSettingsAnswer }),
  };
}

export function useCommentsApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createCommentsApi(http, viewAs), [http, viewAs]);
}
