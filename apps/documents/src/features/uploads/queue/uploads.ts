import { DOCUMENT_LIMITS, UPLOAD_PARTS } from '@tomekeeper/contracts-document';
import type { Http, SessionState, ShellApi } from '@tomekeeper/remote-kit';
import { createDocumentsApi, nameOf, type Document } from '../../documents-api/documents-api';
import { remarksOn, tagOf, type Found } from '../bulk-upload/found-files';
import { knownLimits } from '../bulk-upload/known-limits';
import { createOutcomes, type ListChange } from './outcomes';
import { filesInWords, isUnderWay, isUnfinished, type QueuedUpload } from './queued-upload';
import { createStoppedUploads, type StoppedUpload } from './stopped-uploads';
import { UnfinishedNotes, type UnfinishedFile } from './unfinished-notes';
import type { PartUploads } from '../parts/part-uploads';
import type { PartTransfers } from '../parts/send-parts';
import { UploadQueue } from './upload-queue';

/** State of the upload list. */
export interface TrayContent {
  uploads: readonly QueuedUpload[];
  /** Messages about the last drop. */
  remarks: readonly string[];
  /** Files of closed tabs that were not uploaded. */
  unfinished: readonly UnfinishedFile[];
  /** Uploads of closed tabs that can continue. */
  stopped: readonly StoppedUpload[];
}

interface Drop {
  campaignId: string;
  isSpoilers: boolean;
  found: Found;
  /** Known number of documents in the campaign. */
  documents: number;
}

export type Uploads = ReturnType<typeof createUploads>;

const NOTHING: TrayContent = { uploads: [], remarks: [], unfinished: [], stopped: [] };

/**
 * Uploads of this page across all campaigns. They belong to one user: while signed out they are paused and hidden, the same user
 * resumes them, and another user discards them.
 */
export function createUploads(shell: ShellApi, notes = new UnfinishedNotes()) {
  const listeners = new Set<() => void>();
  const lists = new Set<(change: ListChange) => void>();
  const api = createDocumentsApi(noticeRests(shell.http, (ms) => queue.rest(ms)));
  /** Loaded for large files only. */
  let bringing: Promise<PartUploads> | undefined;
  const bring = () =>
    (bringing ??= import('../parts/part-uploads').then(
      ({ createPartUploads }) => createPartUploads(api),
      (error: unknown) => {
        bringing = undefined;
        throw error;
      },
    ));
  /** For calls that may fail: the server deletes unfinished uploads after a day. */
  const tryWithParts = (use: (parts: PartUploads) => unknown) =>
    void bring()
      .then(use)
      .catch(() => undefined);
  const parts: PartTransfers = {
    takes: ({ size }) => size >= UPLOAD_PARTS.fromBytes,
    send: async (upload, key, callbacks) => (await bring()).send(upload, key, person(), callbacks),
    ended: (key) => tryWithParts(({ ended }) => ended(key)),
    discard: (upload) => tryWithParts((loaded) => loaded.discard(upload)),
  };
  const queue = new UploadQueue(api, parts, {
    changed,
    uploaded: (added) => toLists({ added }),
    replaced: (changed) => toLists({ changed }),
  });
  /** Id of the owner; empty while unknown. */
  let owner: string | undefined;
  let isShown = true;
  let isWatching = false;
  /** Recovery of unfinished files waits until the user is known. */
  let isToRecover = false;
  let remarks: readonly string[] = [];
  let unfinished: readonly UnfinishedFile[] = [];
  let content = NOTHING;
  let noted = '';
  let undock: (() => void) | undefined;

  const stopped = createStoppedUploads({
    bring,
    changed,
    add(upload) {
      watch();
      queue.add([upload]);
      shell.announce(`Continuing the upload of ${upload.file.name}.`);
    },
  });
  const toLists = (change: ListChange) => lists.forEach((list) => list(change));
  const outcomes = createOutcomes({ shell, api, queue, toLists });
  const askedUploads = () => queue.all().filter(({ state }) => state.at === 'asking');
  const unfinishedUploads = () => queue.all().filter(isUnfinished);

  function changed(): void {
    const shown = { uploads: queue.all(), remarks, unfinished, stopped: stopped.list() };
    content = isShown ? shown : NOTHING;
    const hasContent = Object.values(shown).some(({ length }) => length > 0);
    if (hasContent) undock ??= shell.dock('documents.upload-tray', {});
    else undock = void undock?.();
    keepNote();
    outcomes.tell();
    listeners.forEach((listener) => listener());
  }

  /** Progress events do not change the record. */
  function keepNote(): void {
    const now = unfinishedUploads().filter(({ isKept }) => !isKept);
    const signature = `${now.map(({ id }) => id).join()} ${unfinished.length}`;
    if (!owner || !isShown || signature === noted) return;
    noted = signature;
    const names = now.map(({ campaignId, file: { name, size } }) => ({ campaignId, name, size }));
    notes.keep(owner, [...names, ...unfinished]);
  }

  function forgetAll(): void {
    remarks = [];
    unfinished = [];
    stopped.forget();
    outcomes.forget();
    queue.forget(() => true);
  }

  /** File names must not be visible to the next user of this device. */
  function forgetOthers(state: SessionState): void {
    if (state.status === 'signed-out') {
      notes.forgetAll();
      noted = '';
      if (state.isLogOut) tryWithParts(({ forgetAll }) => forgetAll());
    } else if (state.status === 'signed-in' && state.user) notes.forgetOthers(state.user.id);
  }

  function personChanged(): void {
    const state = shell.session.current();
    forgetOthers(state);
    if (state.status === 'signed-out' && owner !== undefined && isShown) {
      isShown = false;
      const count = unfinishedUploads().length;
      queue.hold();
      if (count > 0) {
        shell.toast({
          message: `${filesInWords(count)} not uploaded yet. Sign in again in this tab to continue.`,
        });
      }
      changed();
    } else if (state.status === 'signed-in' && state.user && owner !== undefined) {
      if (owner === '' && isShown) owner = state.user.id;
      else if (state.user.id !== owner) {
        forgetAll();
        owner = undefined;
      }
      isShown = true;
      queue.release();
      changed();
    }
    if (isToRecover && person()) void recover();
  }

  async function recover(): Promise<void> {
    const user = person();
    isToRecover = !user;
    if (!user) return;
    notes.forgetOthers(user);
    owner = user;
    tryWithParts(({ forgetOthers }) => forgetOthers(user));
    void stopped.recover(user, () => person() === user);
    const files = await notes.takeOver(user);
    if (files.length === 0 || person() !== user) return;
    unfinished = [...unfinished, ...files];
    changed();
  }

  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    if (unfinishedUploads().length > 0) event.preventDefault();
  };
  const resume = () => queue.resume();

  /** Subscribes to page events at first use only. */
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
    /** Subscribes to documents that an upload adds or an undo removes. */
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
          const tags = tag === undefined ? undefined : [tag];
          return { campaignId, isSpoilers, file, tags, state: states[index] };
        }),
      );
      const { length } = files;
      shell.announce(
        length === 0
          ? remarks.join(' ')
          : `Uploading ${filesInWords(length)} as ${isSpoilers ? 'Spoilers' : 'Public'}.`,
      );
    },
    /** Uploads a new file for a document. */
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
    /** Starts all unconfirmed uploads. */
    sendAsked: () => {
      for (const { id } of askedUploads()) queue.send(id);
    },
    /** Removes all unconfirmed uploads. */
    leaveOutAsked: () => queue.forget(({ state }) => state.at === 'asking'),
    /** Removes an ended upload. */
    leaveOut: (id: number) =>
      queue.forget((upload) => upload.id === id && !isUnderWay(upload), { discard: true }),
    /** Removes all ended uploads. */
    dismiss(): void {
      remarks = [];
      unfinished = [];
      // The device still remembers them.
      stopped.forget();
      queue.forget((upload) => !isUnfinished(upload), { discard: true });
    },
    /** Continues an upload of a closed tab. */
    resumeStopped: (key: string, file?: File) => stopped.resume(key, file),
    discardStopped: (key: string) => stopped.discard(key),
    /** Sends large files in parts; for the upload dialog. */
    parts,
    /** Lists an upload that a closed dialog did not finish. */
    leave: (key: string) =>
      tryWithParts(({ release }) => {
        release(key);
        return recover();
      }),
    /** Lists unfinished files of this user's closed tabs, once the user is known. */
    recover,
    dispose(): void {
      stopSession();
      window.removeEventListener('beforeunload', askBeforeLeaving);
      window.removeEventListener('online', resume);
      listeners.clear();
      lists.clear();
      // Records stay, because the uploads are unfinished.
      owner = undefined;
      remarks = [];
      unfinished = [];
      queue.dispose();
      void bringing?.then((loaded) => loaded.dispose());
      notes.dispose();
    },
  };
}

/** Reports the `Retry-After` of any response. */
const noticeRests =
  (http: Http, onRest: (ms: number) => void): Http =>
  async (path, options) => {
    const response = await http(path, options);
    const seconds = Number(response.headers.get('retry-after'));
    if ((response.status === 429 || response.status === 503) && seconds > 0) onRest(seconds * 1000);
    return response;
  };
