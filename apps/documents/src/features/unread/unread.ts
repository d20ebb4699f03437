import { useEffect } from 'react';
import {
  isUnread,
  keepReadMarks,
  momentOf,
  useReadMarks,
  useShell,
  type ReadMarks,
} from '@tomekeeper/remote-kit';
import type { Document } from '../../documents-api';

/**
 * What has been shown to a player since they first looked, and was not opened yet. Kept for one person and browser;
 * the server knows nothing of it. The first look marks nothing: everything would be new.
 */
export function useUnread(campaignId: string, documents: readonly Document[], isPlayer: boolean) {
  const { session } = useShell();
  const state = session.useSession();
  const person = isPlayer && state.status === 'signed-in' ? state.user?.id : undefined;
  const marks = useReadMarks(person)[campaignId];
  const keep = (next: ReadMarks) => {
    if (person) keepReadMarks(person, campaignId, next);
  };
  useEffect(() => {
    if (person && !marks) keepReadMarks(person, campaignId, firstLook(documents));
  }, [person, campaignId, marks, documents]);

  return {
    isUnread: (document: Document) => isUnread(marks, document),
    opened(document: Document) {
      if (!marks || !isUnread(marks, document)) return;
      keep({ ...marks, read: { ...marks.read, [document.id]: momentOf(document) } });
    },
    allRead: () => keep(firstLook(documents)),
  };
}

const firstLook = (documents: readonly Document[]): ReadMarks => ({
  since: Math.max(0, ...documents.map(momentOf)),
  read: {},
});
