import type { DocumentUpload } from '../../documents-api/documents-api';

/** An unfinished upload in parts, and its file if the browser can store it. */
export interface KeptUpload extends Omit<DocumentUpload, 'file' | 'storedKey' | 'startedKey'> {
  /** Storage key. */
  key: string;
  person: string;
  name: string;
  /** Bytes. */
  size: number;
  file?: File;
}

const DATABASE = 'tomekeeper-uploads';
const STORE = 'uploads';
const LOCK = 'tomekeeper.upload.';
/** Maximum bytes of stored files; later files have to be chosen again after a reload. */
const MAX_BYTES = 1024 ** 3;

/** Unfinished uploads in IndexedDB, which stores files as references to copies of the browser, not in memory. */
export const keptUploads = {
  /** Keeps an upload until `remove`. The file follows separately, because it may not fit. */
  async put(upload: KeptUpload, file: File, onKept: (() => void) | undefined): Promise<void> {
    try {
      await run('readwrite', (store) => store.put(upload));
      onKept?.();
      const others = (await all()).filter(({ key }) => key !== upload.key);
      const taken = others.reduce((sum, one) => sum + (one.file?.size ?? 0), 0);
      if (taken + file.size > MAX_BYTES) return;
      await run('readwrite', async (store) => {
        // Ended meanwhile: a file must not come back.
        if ((await once(store.getKey(upload.key))) === undefined) return undefined;
        return once(store.put({ ...upload, file }));
      });
    } catch {
      // Storage is disabled or full: after a reload, the user chooses the file again, or starts over.
    }
  },

  remove: (key: string): Promise<unknown> =>
    run('readwrite', (store) => store.delete(key)).catch(() => undefined),

  /** Uploads of this person's closed tabs. */
  async left(person: string): Promise<KeptUpload[]> {
    const kept = await all().catch(() => []);
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    const living = new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
    return kept.filter((one) => one.person === person && !living.has(one.key));
  },

  /** Deletes the files of other people, which the current user must not see. */
  async forgetOthers(person: string): Promise<void> {
    const kept = await all().catch(() => []);
    for (const one of kept) if (one.person !== person) await keptUploads.remove(one.key);
  },

  forgetAll: (): Promise<unknown> =>
    run('readwrite', (store) => store.clear()).catch(() => undefined),
};

/**
 * Marks an upload as running in this tab through a Web Lock, which the browser releases when the tab closes.
 * @returns a function that releases it
 */
export function holdUpload(key: string): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  void navigator.locks?.request(LOCK + key, () => ended).catch(() => undefined);
  return end;
}

const all = (): Promise<KeptUpload[]> =>
  run('readonly', (store) => store.getAll() as IDBRequest<KeptUpload[]>);

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No database on this device.'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

const once = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Not kept.'));
  });

/** Resolves when the transaction is complete. */
async function run<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result> | Promise<Result>,
): Promise<Result> {
  const database = await open();
  const transaction = database.transaction(STORE, mode);
  const complete = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error ?? new Error('Not kept.'));
    transaction.onabort = () => reject(transaction.error ?? new Error('Not kept.'));
  });
  const asked = ask(transaction.objectStore(STORE));
  const [result] = await Promise.all([asked instanceof Promise ? asked : once(asked), complete]);
  return result;
}
