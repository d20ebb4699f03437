import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useHints, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { isNote, nameOf, useDocumentsApi, type Document } from '../documents-api/documents-api';
import { isGone, keyOfDocuments } from '../documents-api/use-document-list';
import { forgetPassages } from '../reader/new-passages/kept-passages';
import { forgetPlace } from '../reader/reading-position/kept-places';

/** The file of a document, as a stage gets at it. */
export interface OpenedFile {
  /** Good for a minute. */
  url: string;
  /**
   * Another address, after the last one has ended.
   * @throws when the document is gone, or nobody answers
   */
  renew: () => Promise<string>;
}

/** A document as far as it has arrived. */
export interface OpenedDocument {
  document: Document | undefined;
  file: OpenedFile | undefined;
  /** User id of the reader, once it is known. */
  person: string | undefined;
  /** Nothing more will be known of who reads. */
  isSettled: boolean;
  /** The neighbours in the list of what this person may see, the newest first. */
  newer: Document | undefined;
  older: Document | undefined;
  /** There is no such document here for this person: it never was, was deleted, or is not for them. */
  isGone: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * A document, its neighbours, and its file, which is asked for once it is known that it has one. Whatever says that there is no
 * such document, says it for all: the same calls are made.
 */
export function useOpenedDocument(campaignId: string, documentId: string): OpenedDocument {
  const api = useDocumentsApi();
  const viewAs = useViewAs();
  const person = usePerson();
  const queryClient = useQueryClient();
  const queryKey = keyOfDocuments(campaignId, viewAs);
  // What somebody may see depends on what they are in the campaign.
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(campaignId, signal),
    gcTime: 0,
  });
  const place = list.data?.findIndex(({ id }) => id === documentId) ?? -1;
  const document = list.data?.[place];
  const fileNumber = useFileNumber(document);
  const file = useQuery({
    queryKey: ['document file', documentId, viewAs, fileNumber],
    queryFn: ({ signal }) => api.content(documentId, signal),
    // A note has none.
    enabled: document !== undefined && !isNote(document),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { refetch, data: address } = file;
  const { refetch: refetchList } = list;
  useHints(['documents', 'members', 'campaigns'], campaignId, () => {
    // It may be there by now. One that is there keeps its address: another would load the file anew.
    if (file.error && isGone(file.error)) void refetch();
  });
  const renew = useCallback(async () => {
    const { data } = await refetch({ throwOnError: true });
    if (!data) throw new Error('No address came.');
    // Another object: it may be another file, of which no hint has come.
    if (address && pathOf(address.url) !== pathOf(data.url)) void refetchList();
    return data.url;
  }, [refetch, refetchList, address]);

  const isMissing = list.data !== undefined && place < 0;
  // It was asked for before it was known that there is none.
  const fileError = document && !isNote(document) ? file.error : null;
  const gone = isMissing || [list.error, fileError].some((error) => error && isGone(error));
  useEffect(() => {
    if (!gone || person.id === undefined) return;
    forgetPlace(person.id, documentId);
    forgetPassages(person.id, documentId);
  }, [gone, person.id, documentId]);
  useEffect(() => {
    // A list that still has it, from a page before, is old; asking for it here would tell how the page knows.
    if (gone)
      void queryClient.invalidateQueries({
        queryKey: keyOfDocuments(campaignId, viewAs),
        refetchType: 'none',
      });
  }, [gone, queryClient, campaignId, viewAs]);

  return {
    document,
    file: file.data && person.isSettled ? { url: file.data.url, renew } : undefined,
    // What is seen with other eyes leaves no mark.
    person: viewAs === undefined ? person.id : undefined,
    isSettled: person.isSettled,
    newer: list.data?.[place - 1],
    older: place < 0 ? undefined : list.data?.[place + 1],
    isGone: gone,
    error: list.error ?? fileError,
    retry: () => {
      if (list.error) void list.refetch();
      if (fileError) void refetch();
    },
  };
}

/**
 * Counts the files that an open document has had, and says so when it gets another. A reveal copies the file and leaves the
 * document as it was, which its GMs are told the last change of; players see no spoiler before.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each file, whatever it is called later
  }, [number]);
  return number;
}

const hasOtherFile = (before: Document, now: Document): boolean =>
  before.s3_key !== now.s3_key &&
  ((now.updated_at ?? undefined) === undefined || before.updated_at !== now.updated_at);

const pathOf = (url: string): string => new URL(url).pathname;

/** Who is signed in. `isSettled`: nothing more will be known about that. */
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
