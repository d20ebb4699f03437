import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import type { DocumentCategory, UpdateDocumentRequest } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import {
  titleOf,
  seenTitleOf,
  useDocumentsApi,
  type Document,
} from '../../documents-api/documents-api';
import { isGone, useListChanges } from '../../documents-api/use-document-list';
import { keptInWords } from '../../documents-api/taken-back';
import { tagsAfter } from '../tags/tag-tree';

/** Bulk actions. Documents are processed one by one; errors are reported at the end. */
export function useBulkActs(campaignId: string, done?: () => void) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);
  const [busy, setBusy] = useState<{ words: string }>();

  /** Runs an action for each document. @returns the processed documents and the last error */
  async function each(
    documents: readonly Document[],
    doing: string,
    act: (document: Document) => Promise<void>,
  ) {
    const finished: Document[] = [];
    let failure: unknown;
    for (const [index, document] of documents.entries()) {
      setBusy({ words: `${doing} ${index + 1} of ${documents.length}…` });
      try {
        await patiently(() => act(document));
        finished.push(document);
      } catch (error) {
        failure = error;
        list.refreshIfOld(error);
      }
    }
    setBusy(undefined);
    return { finished, failed: documents.length - finished.length, failure };
  }

  /** @param undone by document, the id of the audience change to undo; absent if the document already had that audience */
  async function changeAll(
    documents: readonly Document[],
    is_spoilers: boolean,
    undone?: ReadonlyMap<string, string>,
  ) {
    const acts = new Map<string, string>();
    let kept = 0;
    const { finished, failed, failure } = await each(
      documents,
      undone ? 'Undoing' : is_spoilers ? 'Hiding' : 'Revealing',
      async (document) => {
        const { id } = document;
        const act = undone?.get(id);
        // An undo restores the audiences of passages, which a plain update would not.
        if (act !== undefined) {
          kept += (await api.takeBack(id, act))?.kept ?? 0;
          await list.replace(document);
          return;
        }
        const seen = is_spoilers ? {} : seenTitleOf(document);
        const changed = await api.update(id, { is_spoilers, ...seen });
        if (changed.act !== undefined) acts.set(id, changed.act);
        await list.replace(changed);
      },
    );
    const outcome = is_spoilers ? 'hidden from the players' : 'revealed to the players';
    if (finished.length > 0) {
      toast({
        message: `${counted(finished)} ${outcome}.${keptInWords({ kept })}`,
        tone: 'success',
        ...(!undone && {
          action: { label: 'Undo', run: () => void changeAll(finished, !is_spoilers, acts) },
        }),
      });
    }
    if (failed > 0) {
      toast({
        message: failureOf(
          failed,
          undone ? 'undo the change of' : is_spoilers ? 'hide' : 'reveal',
          failure,
        ),
        tone: 'error',
      });
    }
  }

  /** @param back change that reverts this one, based on the previous state of each document */
  async function updateAll(documents: readonly Document[], said: Change, back?: Change) {
    const { finished, failed, failure } = await each(documents, said.doing, async (document) =>
      list.replace(await api.update(document.id, said.changeOf(document))),
    );
    if (finished.length > 0) {
      toast({
        message: `${counted(finished)} ${said.done}.`,
        tone: 'success',
        ...(back && { action: { label: 'Undo', run: () => void updateAll(finished, back) } }),
      });
    }
    if (failed > 0) toast({ message: failureOf(failed, said.verb, failure), tone: 'error' });
  }

  async function removeAll(documents: readonly Document[]) {
    const { finished, failed, failure } = await each(documents, 'Deleting', async ({ id }) => {
      await api.remove(id);
      await list.remove(id);
    });
    if (finished.length > 0) {
      toast({
        message: `${counted(finished)} deleted.`,
        tone: 'success',
        action: { label: 'Undo', run: () => void restoreAll(finished) },
      });
    }
    if (failed > 0) toast({ message: failureOf(failed, 'delete', failure), tone: 'error' });
  }

  async function restoreAll(documents: readonly Document[]) {
    const { finished, failed, failure } = await each(documents, 'Restoring', async ({ id }) =>
      list.putBack(await api.restore(id)),
    );
    if (finished.length > 0) {
      toast({ message: `${counted(finished)} restored.`, tone: 'success' });
    }
    if (failed > 0) toast({ message: failureOf(failed, 'restore', failure), tone: 'error' });
  }

  return {
    /** Progress label while an action is running. */
    busy,
    change: (documents: readonly Document[], is_spoilers: boolean) =>
      void changeAll(documents, is_spoilers).then(done),
    tag: (documents: readonly Document[], change: Parameters<typeof tagsAfter>[1]) =>
      void updateAll(
        documents,
        {
          doing: 'Tagging',
          done: 'tagged',
          verb: 'tag',
          changeOf: (document) => ({ tags: tagsAfter(document, change) }),
        },
        {
          doing: 'Undoing',
          done: 'tagged as before',
          verb: 'undo the tag changes of',
          changeOf: ({ tags = [] }) => ({ tags: [...tags] }),
        },
      ),
    pin: (documents: readonly Document[], pinned: boolean) =>
      void updateAll(documents, pinning(pinned), pinning(!pinned)).then(done),
    categorize: (documents: readonly Document[], category: DocumentCategory | null) =>
      void updateAll(
        documents,
        {
          doing: 'Setting category',
          done: category === null ? 'left without a category' : 'categorized',
          verb: 'set the category of',
          changeOf: () => ({ category }),
        },
        {
          doing: 'Undoing',
          done: 'categorized as before',
          verb: 'undo the category of',
          changeOf: ({ category: before }) => ({ category: before ?? null }),
        },
      ).then(done),
    setPortrait: (document: Document, portrait: string | null) =>
      void updateAll(
        [document],
        {
          doing: 'Setting portrait',
          done: portrait === null ? 'left without a portrait' : 'updated with the new portrait',
          verb: 'set the portrait of',
          changeOf: () => ({ portrait }),
        },
        {
          doing: 'Undoing',
          done: 'updated with the previous portrait',
          verb: 'undo the portrait of',
          changeOf: ({ portrait: before }) => ({
            portrait: before?.document ?? before?.image ?? null,
          }),
        },
      ),
    remove: (documents: readonly Document[]) => void removeAll(documents).then(done),
  };
}

/** A bulk change and its labels. */
interface Change {
  doing: string;
  done: string;
  verb: string;
  changeOf: (document: Document) => UpdateDocumentRequest;
}

const pinning = (pinned: boolean): Change => ({
  ...(pinned
    ? { doing: 'Pinning', done: 'pinned', verb: 'pin' }
    : { doing: 'Unpinning', done: 'unpinned', verb: 'unpin' }),
  changeOf: () => ({ pinned }),
});

const counted = (documents: readonly Document[]): string => {
  const [only] = documents;
  return documents.length === 1 && only
    ? `${titleOf(only)} was`
    : `${documents.length} documents were`;
};

const failureOf = (count: number, verb: string, error: unknown): string => {
  const what = count === 1 ? 'one document' : `${count} documents`;
  const { message, reason } = detailOrText(error, '');
  const why = isGone(error) ? 'They were deleted meanwhile.' : [message, reason].join(' ').trim();
  return `Could not ${verb} ${what}. ${why || 'Please try again.'}`;
};

const TOO_FAST = 429;
const PAUSE_MS = 3_000;
/** Longer than one minute, the window of the rate limit. */
const MAX_PAUSES = 25;

/** Waits for the rate limit, which hundreds of documents exceed. */
async function patiently(act: () => Promise<void>): Promise<void> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await act();
    } catch (error) {
      const isTooFast = error instanceof ApiError && error.status === TOO_FAST;
      if (!isTooFast || pauses >= MAX_PAUSES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
