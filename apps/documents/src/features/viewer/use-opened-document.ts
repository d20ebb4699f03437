import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useHints, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import {
  isNote,
  isPlayerNote,
  nameOf,
  useDocumentsApi,
  type Document,
} from '../documents-api/documents-api';
import { isGone, keyOfDocuments, useDocument } from '../documents-api/use-document-list';
import { forgetPlace } from '../reader/reading-position/kept-places';

/** File of an open document. */
export interface OpenedFile {
  /** Signed URL, valid for one minute. */
  url: string;
  /** Requests a new URL. @throws if the document is gone or the server does not respond */
  renew: () => Promise<string>;
}

/** Loading state of a document. */
export interface OpenedDocument {
  document: Document | undefined;
  file: OpenedFile | undefined;
  /** User id of the reader, once known. */
  person: string | undefined;
  /** Whether loading the user has finished. */
  isSettled: boolean;
  /** Neighbors in the list of visible documents, newest first. */
  newer: Document | undefined;
  older: Document | undefined;
  /** The document does not exist, was deleted, or is hidden from the user; the client cannot distinguish. */
  isGone: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Loads a document or a player's note, then its neighbors and, unless it is a note, its file URL. Missing, deleted and hidden documents
 * cause the same requests, so that they are indistinguishable.
 */
export function useOpenedDocument(campaignId: string, documentId: string): OpenedDocument {
  const api = useDocumentsApi();
  const viewAs = useViewAs();
  const person = usePerson();
  const queryClient = useQueryClient();
  const one = useDocument(campaignId, documentId, true);
  const document = one.data;
  const neighborsKey = [...keyOfDocuments(campaignId, viewAs), 'neighbors', documentId];
  // Other documents may have become neighbors, or may be hidden.
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, neighborsKey);
  const neighbors = useQuery({
    queryKey: neighborsKey,
    queryFn: ({ signal }) => api.neighbors(documentId, signal),
    enabled: document !== undefined && !isPlayerNote(document),
    gcTime: 0,
  });
  const fileNumber = useFileNumber(document);
  const file = useQuery({
    queryKey: ['document file', documentId, viewAs, fileNumber],
    queryFn: ({ signal }) => api.content(documentId, signal),
    // Notes have no file.
    enabled: document !== undefined && !isNote(document),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { refetch, data: address } = file;
  const { refetch: refetchDocument } = one;
  useHints(['documents', 'members', 'campaigns'], campaignId, () => {
    // Retries a missing file. An available one keeps its URL, because a new URL would reload it.
    if (file.error && isGone(file.error)) void refetch();
  });
  const renew = useCallback(async () => {
    const { data } = await refetch({ throwOnError: true });
    if (!data) throw new Error('No address came.');
    // A different path means that the file was replaced, and the invalidation event was missed.
    if (address && pathOf(address.url) !== pathOf(data.url)) void refetchDocument();
    return data.url;
  }, [refetch, refetchDocument, address]);

  // The request started before the document was known to be a note.
  const fileError = document && !isNote(document) ? file.error : null;
  const gone = one.isMissing || (fileError !== null && isGone(fileError));
  // Loaded data stays on the screen while a later request fails.
  const error = document ? null : one.error;
  useEffect(() => {
    if (!gone || person.id === undefined) return;
    forgetPlace(person.id, documentId);
  }, [gone, person.id, documentId]);
  useEffect(() => {
    // Only marks the cached list as outdated: a request here would reveal how the page learned of the deletion.
    if (gone)
      void queryClient.invalidateQueries({
        queryKey: keyOfDocuments(campaignId, viewAs),
        refetchType: 'none',
      });
  }, [gone, queryClient, campaignId, viewAs]);

  return {
    document,
    file: file.data && person.isSettled ? { url: file.data.url, renew } : undefined,
    // View-as stores no reading position.
    person: viewAs === undefined ? person.id : undefined,
    isSettled: person.isSettled,
    newer: neighbors.data?.newer,
    older: neighbors.data?.older,
    isGone: gone,
    error: error ?? fileError,
    retry: () => {
      if (one.error) void one.refetch();
      if (fileError) void refetch();
    },
  };
}

/**
 * Counts the files of an open document and announces a replacement. A reveal copies the file to a new key without changing
 * `updated_at`, so it is no replacement for GMs; players could not open it before.
 */
function useFileNumber(document: Document | undefined): number {
  const { announce } = useShell();
  const [seen, setSeen] = useState<{ document: Document; number: number }>();
  if (document && seen?.document !== document)
    setSeen({
      document,
      number: seen ? seen.number + (hasOtherFile(seen.document, document) ? 1 : 0) : 0,
    });
  const number = seen?.number ?? 0;
  const name = document && nameOf(document);
  useEffect(() => {
    if (number > 0 && name !== undefined) announce(`${name} has a new file.`);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per file, regardless of renames
  }, [number]);
  return number;
}

const hasOtherFile = (before: Document, now: Document): boolean =>
  before.s3_key !== now.s3_key &&
  ((now.updated_at ?? undefined) === undefined || before.updated_at !== now.updated_at);

const pathOf = (url: string): string => new URL(url).pathname;

/** The signed-in user. `isSettled`: whether loading has finished. */
function usePerson(): { id: string | undefined; isSettled: boolean } {
  const { session } = useShell();
  const state = session.useSession();
  const known = state.status === 'signed-in' ? state.user : undefined;
  const me = useQuery({
    queryKey: ['me'],
    queryFn: () => session.refreshUser(),
    enabled: !known,
  });
  const id = known?.id ?? me.data?.id;
  return { id, isSettled: id !== undefined || me.isError };
}
