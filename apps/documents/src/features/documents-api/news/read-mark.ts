import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ReadAnswer } from '@tomekeeper/contracts-document';
import { isManaged, isNote, isOwnNote, isPlayerNote, type Document } from '../documents-api';
import { useNewsApi } from './news-api';
import { keyOfNews } from './use-news';

/** Whether a document is a revealed text, whose reader records each opening with its new passages. */
export const isRevealedText = (document: Document): boolean =>
  isNote(document) && !isManaged(document) && !isPlayerNote(document);

/** @returns a function that records an opening of a document; undefined if it failed, and the document stays unread */
export function useRead({ id, campaign }: Pick<Document, 'id' | 'campaign'>) {
  const api = useNewsApi();
  const queryClient = useQueryClient();
  return useCallback(async (): Promise<ReadAnswer | undefined> => {
    const answer = await api.read(id).catch(() => undefined);
    void queryClient.invalidateQueries({ queryKey: keyOfNews(campaign) });
    return answer;
  }, [api, queryClient, id, campaign]);
}

/**
 * Records that the user has seen the comments of an open document. For revealed texts this happens together with their new passages.
 * @param person undefined if nothing may be recorded
 * @param latest id of the latest comment of another member
 */
export function useReadComments(
  document: Document,
  person: string | undefined,
  latest: string | undefined,
): void {
  const read = useRead(document);
  const isRecorded = person !== undefined && latest !== undefined && !isRevealedText(document);
  useEffect(() => {
    if (isRecorded) void read();
  }, [isRecorded, read, latest]);
}

/** Records that a player opened a file, or that anyone opened the note of another player. */
export function ReadMark({ document }: { document: Document }) {
  const read = useRead(document);
  const isRecorded = !isManaged(document) && !isOwnNote(document) && !isRevealedText(document);
  useEffect(() => {
    if (isRecorded) void read();
  }, [isRecorded, read]);
  return null;
}
