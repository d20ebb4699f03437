import { detailOrText } from '@tomekeeper/api-client';
import type { ShellApi } from '@tomekeeper/remote-kit';
import { nameOf, type createDocumentsApi, type Document } from '../../documents-api/documents-api';
import { isGone } from '../../documents-api/use-document-list';
import { awaitSecretParts, readersInWords } from '../upload/secret-parts';
import { filesInWords, isUnderWay, type UploadState } from './queued-upload';
import type { UploadQueue } from './upload-queue';

/** Change of a document list. */
export type ListChange = { added: Document } | { changed: Document } | { removed: Document };

/** Reports the result of each batch in a toast with undo, once all its uploads have ended. */
export function createOutcomes({
  shell,
  api,
  queue,
  toLists,
}: {
  shell: ShellApi;
  api: ReturnType<typeof createDocumentsApi>;
  queue: UploadQueue;
  toLists: (change: ListChange) => void;
}) {
  /** Ids of reported uploads. */
  const told = new Set<string>();

  function tell(): void {
    const all = queue.all();
    const busy = new Set(all.filter(isUnderWay).map(({ batch }) => batch));
    const news = all.filter(
      ({ id, batch, state }) => !told.has(`${id} ${state.at}`) && !busy.has(batch),
    );
    const done: Document[] = [];
    let failed = 0;
    for (const { id, state, replaces } of news) {
      if (state.at === 'done' && replaces) tellReplaced(state);
      else if (state.at === 'done') done.push(state.document);
      if (state.at === 'failed') failed += 1;
      told.add(`${id} ${state.at}`);
    }
    if (failed > 0) shell.announce(`${filesInWords(failed)} could not be uploaded.`);
    if (done.length > 0) tellDone(done);
  }

  function tellDone(documents: readonly Document[]): void {
    const [first] = documents;
    if (!first) return;
    documents.forEach(awaitSecretParts);
    const what = documents.length === 1 ? nameOf(first) : filesInWords(documents.length);
    const areSpoilers = documents.every(({ is_spoilers }) => is_spoilers);
    shell.toast({
      message: `${what} ${documents.length === 1 ? 'was' : 'were'} uploaded as ${areSpoilers ? 'Spoilers' : 'Public'}.`,
      tone: 'success',
      action: { label: 'Undo', run: () => void takeBack(documents) },
    });
  }

  function tellReplaced({ document, replaced }: Extract<UploadState, { at: 'done' }>): void {
    awaitSecretParts(document);
    shell.toast({
      message: `${nameOf(document)} has its new file. ${readersInWords(document)}`,
      tone: 'success',
      ...(replaced !== undefined && {
        action: { label: 'Undo', run: () => void bringBack(document, replaced) },
      }),
    });
  }

  /** Restores the previous file of a document. */
  async function bringBack(document: Document, version: string): Promise<void> {
    try {
      const { replaced: _, ...changed } = await api.restoreVersion(document.id, version);
      toLists({ changed });
      queue.forget(({ state }) => state.at === 'done' && state.replaced === version);
      shell.toast({ message: `${nameOf(changed)} has its earlier file again.`, tone: 'success' });
    } catch (error) {
      const { message } = detailOrText(error, 'The earlier file could not be restored.');
      shell.toast({ message, tone: 'error' });
    }
  }

  /** Deletes uploaded documents; already deleted ones count as success. */
  async function takeBack(documents: readonly Document[]): Promise<void> {
    const left: Document[] = [];
    for (const removed of documents) {
      try {
        await api.remove(removed.id);
      } catch (error) {
        if (!isGone(error)) {
          left.push(removed);
          continue;
        }
      }
      toLists({ removed });
      queue.forget(({ state }) => state.at === 'done' && state.document.id === removed.id);
    }
    const taken = documents.length - left.length;
    if (left.length === 0) {
      shell.toast({ message: `${filesInWords(taken)} removed.`, tone: 'success' });
    } else {
      shell.toast({
        message: `${filesInWords(left.length)} could not be removed. Delete them in the list of documents.`,
        tone: 'error',
      });
    }
  }

  return { tell, forget: () => told.clear() };
}
