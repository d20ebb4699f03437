import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { detailOrText } from '@tomekeeper/api-client';
import type { Http, SessionState, ShellApi } from '@tomekeeper/remote-kit';
import { createDocumentsApi, nameOf, type Document } from '../../documents-api';
import { isGone } from '../../use-document-list';
import { remarksOn, tagOf, type Found } from './found-files';
import { knownLimits } from './known-limits';
import {
  filesInWords,
  isUnderWay,
  isUnfinished,
  type QueuedUpload,
  type UploadState,
} from './queued-upload';
import { UnfinishedNotes, type UnfinishedFile } from './unfinished-notes';
import { UploadQueue } from './upload-queue';

/** All that the tray shows. */
export interface TrayContent {
  uploads: readonly QueuedUpload[];
  /** What is to be known of the last drop besides its files. */
  remarks: readonly string[];
  /** Files that an earlier page could not finish. */
  unfinished: readonly UnfinishedFile[];
}

/** A list on the screen follows. */
export type ListChange = { added: Document } | { changed: Document } | { removed: Document };

interface Drop {
  campaignId: string;
  isSpoilers: boolean;
  found: Found;
  /** Documents that the campaign has, as far as it is known. */
  documents: number;
}

export type Uploads = ReturnType<typeof createUploads>;

const NOTHING: TrayContent = { uploads: [], remarks: [], unfinished: [] };

/**
 * The uploads of this page, across all campaigns. They belong to one person: while nobody is signed in they rest and are
 * not shown, for the same person they go on, and for another one they are forgotten.
 */
export function createUploads(shell: ShellApi, notes = new UnfinishedNotes()) {
  const listeners = new Set<() => void>();
  const lists = new Set<(change: ListChange) => void>();
  const api = createDocumentsApi(noticeRests(shell.http, (ms) => queue.rest(ms)));
  const queue = new UploadQueue(api, {
    changed,
    uploaded: (added) => toLists({ added }),
    replaced: (changed) => toLists({ changed }),
    untagged({ original_filename }) {
      remarks = [
        ...remarks,
        `${original_filename} is there, but its folder was not kept as a tag.`,
      ];
    },
  });
  let owner: string | undefined;
  let isShown = true;
  let isWatching = false;
  let remarks: readonly string[] = [];
  let unfinished: readonly UnfinishedFile[] = [];
  let content = NOTHING;
  let noted = '';
  let undock: (() => void) | undefined;
  /** Files of which the person was told what became of them. */
  const told = new Set<string>();

  const toLists = (change: ListChange) => lists.forEach((list) => list(change));
  const askedUploads = () => queue.all().filter(({ state }) => state.at === 'asking');
  const unfinishedUploads = () => queue.all().filter(isUnfinished);

  function changed(): void {
    content = isShown ? { uploads: queue.all(), remarks, unfinished } : NOTHING;
    const hasContent = [queue.all(), remarks, unfinished].some(({ length }) => length > 0);
    if (hasContent) undock ??= shell.dock('documents.upload-tray', {});
    else undock = void undock?.();
    keepNote();
    tellOutcomes();
    listeners.forEach((listener) => listener());
  }

  /** Progress alone changes nothing of it. */
  function keepNote(): void {
    const now = unfinishedUploads();
    const signature = `${now.map(({ id }) => id).join()} ${unfinished.length}`;
    if (!owner || !isShown || signature === noted) return;
    noted = signature;
    const names = now.map(({ campaignId, file: { name, size } }) => ({ campaignId, name, size }));
    notes.keep(owner, [...names, ...unfinished]);
  }

  function tellOutcomes(): void {
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
    const what = documents.length === 1 ? nameOf(first) : filesInWords(documents.length);
    const areSpoilers = documents.every(({ is_spoilers }) => is_spoilers);
    shell.toast({
      message: `${what} ${documents.length === 1 ? 'was' : 'were'} uploaded as ${areSpoilers ? 'Spoilers' : 'Public'}.`,
      tone: 'success',
      action: { label: 'Undo', run: () => void takeBack(documents) },
    });
  }

  function tellReplaced({ document, replaced }: Extract<UploadState, { at: 'done' }>): void {
    const readers = document.is_spoilers ? 'Your players do not see it.' : 'Your players see it.';
    shell.toast({
      message: `${nameOf(document)} has its new file. ${readers}`,
      tone: 'success',
      ...(replaced !== undefined && {
        action: { label: 'Undo', run: () => void bringBack(document, replaced) },
      }),
    });
  }

  /** Gives a document the file again that it had before. */
  async function bringBack(document: Document, version: string): Promise<void> {
    try {
      const { replaced: _, ...changed } = await api.restoreVersion(document.id, version);
      toLists({ changed });
      queue.forget(({ state }) => state.at === 'done' && state.replaced === version);
      shell.toast({ message: `${nameOf(changed)} has its earlier file again.`, tone: 'success' });
    } catch (error) {
      const { message } = detailOrText(error, 'The earlier file could not be brought back.');
      shell.toast({ message, tone: 'error' });
    }
  }

  /** Deletes what was uploaded; what somebody has deleted meanwhile is no failure. */
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
      shell.toast({ message: `${filesInWords(taken)} taken back.`, tone: 'success' });
    } else {
      shell.toast({
        message: `${filesInWords(left.length)} could not be taken back. Delete them in the list of documents.`,
        tone: 'error',
      });
    }
  }

  function forgetAll(): void {
    remarks = [];
    unfinished = [];
    told.clear();
    queue.forget(() => true);
  }

  /** Names of files are no business of the next person on this device. */
  function forgetOthers(state: SessionState): void {
    if (state.status === 'signed-out') {
      notes.forgetAll();
      noted = '';
    } else if (state.status === 'signed-in' && state.user) notes.forgetOthers(state.user.id);
  }

  function personChanged(): void {
    const state = shell.session.current();
    forgetOthers(state);
    if (state.status === 'signed-out' && owner && isShown) {
      isShown = false;
      const count = unfinishedUploads().length;
      queue.hold();
      if (count > 0) {
        shell.toast({
          message: `${filesInWords(count)} not uploaded yet. Sign in again in this tab, and it goes on.`,
        });
      }
      changed();
    } else if (state.status === 'signed-in' && state.user && owner) {
      if (state.user.id !== owner) {
        forgetAll();
        owner = undefined;
      }
      isShown = true;
      queue.release();
      changed();
    }
  }

  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    if (unfinishedUploads().length > 0) event.preventDefault();
  };
  const resume = () => queue.resume();

  /** From the first use on: before that nothing of the page is touched. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    window.addEventListener('beforeunload', askBeforeLeaving);
    window.addEventListener('online', resume);
  }
  const stopSession = shell.session.subscribe(personChanged);
  forgetOthers(shell.session.current());

  const person = () => {
    const state = shell.session.current();
    return state.status === 'signed-in' ? state.user?.id : undefined;
  };

  return {
    content: () => content,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls back for each document that an upload adds, or its Undo takes away. */
    follow: (list: (change: ListChange) => void) => {
      lists.add(list);
      return () => void lists.delete(list);
    },
    person,
    add({ campaignId, isSpoilers, found, documents }: Drop): void {
      owner = person() ?? owner ?? '';
      watch();
      const queued = unfinishedUploads().filter(
        (upload) => upload.campaignId === campaignId && !upload.replaces,
      );
      const files = found.files.map(({ file }) => file);
      const states = knownLimits(files, {
        maxMb: shell.config.limits.max_upload_mb,
        room: DOCUMENT_LIMITS.perCampaign - documents - queued.length,
      });
      remarks = remarksOn(found);
      unfinished = unfinished.filter(
        (known) =>
          known.campaignId !== campaignId ||
          !files.some(({ name, size }) => name === known.name && size === known.size),
      );
      queue.add(
        found.files.map(({ file, folders }, index) => {
          const tag = tagOf(folders);
          return { campaignId, isSpoilers, file, tag, state: states[index] };
        }),
      );
      const { length } = files;
      shell.announce(
        length === 0
          ? remarks.join(' ')
          : `Uploading ${filesInWords(length)} as ${isSpoilers ? 'Spoilers' : 'Public'}.`,
      );
    },
    /** Sends another file for a document. */
    replace(document: Document, file: File): void {
      owner = person() ?? owner ?? '';
      watch();
      const maxMb = shell.config.limits.max_upload_mb;
      const [state] = knownLimits([file], { maxMb, room: 1 });
      const { campaign: campaignId, is_spoilers: isSpoilers } = document;
      queue.add([{ campaignId, isSpoilers, file, replaces: document, state }]);
      shell.announce(`Uploading the new file of ${nameOf(document)}.`);
    },
    cancel: (id: number) => queue.cancel(id),
    cancelAll: () => {
      for (const { id } of unfinishedUploads()) queue.cancel(id);
    },
    send: (id: number) => queue.send(id),
    /** Uploads all that the person was asked about. */
    sendAsked: () => {
      for (const { id } of askedUploads()) queue.send(id);
    },
    /** Takes all that the person was asked about out of the tray. */
    leaveOutAsked: () => queue.forget(({ state }) => state.at === 'asking'),
    /** Takes an ended upload out of the tray. */
    leaveOut: (id: number) => queue.forget((upload) => upload.id === id && !isUnderWay(upload)),
    /** Empties the tray of all that has ended. */
    dismiss(): void {
      remarks = [];
      unfinished = [];
      queue.forget((upload) => !isUnfinished(upload));
    },
    /** Says what an earlier page of this person could not finish. */
    async recover(): Promise<void> {
      const user = person();
      if (!user) return;
      notes.forgetOthers(user);
      const files = await notes.takeOver(user);
      if (files.length === 0 || person() !== user) return;
      owner = user;
      unfinished = [...unfinished, ...files];
      changed();
    },
    dispose(): void {
      stopSession();
      window.removeEventListener('beforeunload', askBeforeLeaving);
      window.removeEventListener('online', resume);
      listeners.clear();
      lists.clear();
      // What is noted stays: nobody has finished it.
      owner = undefined;
      remarks = [];
      unfinished = [];
      queue.dispose();
      notes.dispose();
    },
  };
}

/** Tells how long the server asks to be left alone, whichever call it says so to. */
const noticeRests =
  (http: Http, onRest: (ms: number) => void): Http =>
  async (path, options) => {
    const response = await http(path, options);
    const seconds = Number(response.headers.get('retry-after'));
    if ((response.status === 429 || response.status === 503) && seconds > 0) onRest(seconds * 1000);
    return response;
  };
