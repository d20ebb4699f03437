import { useCallback, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnUnknownHints } from '@tomekeeper/remote-kit/query';
import { isPlayerNote, type Document } from '../documents-api/documents-api';
import { newId } from '../documents-api/new-id';
import { commentedPassage } from '../documents-api/viewer-path';
import { useCommentsApi, type Comment } from './comments-api';

/** An unsent comment with its idempotency key: another text is another comment. */
export interface CommentDraft {
  text: string;
  key: string;
}

export const commentDraft = (text: string): CommentDraft => ({ text, key: newId() });

/** Comments of an open document. */
export interface OpenComments {
  /** By passage. */
  threads: ReadonlyMap<string, readonly Comment[]>;
  /** Id of the latest comment of another member. */
  latestOfOthers: string | undefined;
  /** Whether the viewer can write comments. */
  isOn: boolean;
  /** Id of the passage whose comments are open. */
  passage: string | undefined;
  open: (passage: string) => void;
  close: () => void;
  refetch: () => Promise<unknown>;
  /** Unsent comments by passage, kept until the document is closed. */
  drafts: Map<string, CommentDraft>;
}

export function useComments(document: Document): OpenComments {
  const { id, campaign } = document;
  const viewAs = useViewAs();
  const api = useCommentsApi();
  const queryKey = ['comments', id, viewAs];
  useRefetchOnUnknownHints(
    ['comments', 'documents', 'members', 'campaigns'],
    campaign,
    [queryKey],
    ({ kind, id: changed }) =>
      (kind === 'comments' || kind === 'documents') && changed !== id && changed !== campaign,
  );
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(id, signal),
    // Notes of players have no comments.
    enabled: !isPlayerNote(document),
    gcTime: 0,
  });
  const [drafts] = useState(() => new Map<string, CommentDraft>());
  // A link may open the comments of a passage.
  const { search } = useShell().routing.useLocation();
  const [passage, open] = useState(() => commentedPassage(search));
  const close = useCallback(() => open(undefined), []);
  const threads = useMemo(() => {
    const byPassage = new Map<string, Comment[]>();
    for (const one of data?.comments ?? [])
      byPassage.set(one.passage, [...(byPassage.get(one.passage) ?? []), one]);
    return byPassage;
  }, [data]);
  const latestOfOthers = useMemo(() => latestIn(data?.comments ?? []), [data]);
  const isOn = data?.comments_state === 'on' && viewAs === undefined;
  return { threads, latestOfOthers, isOn, passage, open, close, refetch, drafts };
}

function latestIn(comments: readonly Comment[]): string | undefined {
  const ofOthers = comments.filter(({ can_edit }) => !can_edit);
  return ofOthers.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))[0]?.id;
}
