import type { SavePassagesRequest } from '@tomekeeper/contracts-document';

/** Changes that the server has not acknowledged. */
export interface Draft {
  person: string;
  note: string;
  /** Id of the tab that wrote the draft. */
  tab: string;
  save: Omit<SavePassagesRequest, 'title'> & { title?: string };
  /** By changed passage: the id of the preceding passage, or null at the start. */
  places: Record<string, string | null>;
}

const DATABASE = 'tomekeeper-notes';
const STORE = 'drafts';
const LOCK = 'tomekeeper.note-draft.';

const keyOf = ({ person, note, tab }: Pick<Draft, 'person' | 'note' | 'tab'>) =>
  `${person}/${note}/${tab}`;

/** Drafts in IndexedDB. Deleted once the server has them, and when their author logs out. */
export const drafts = {
  /** @throws if the browser cannot store data */
  put: (draft: Draft): Promise<unknown> =>
    run('readwrite', (store) => store.put(draft, keyOf(draft))),

  remove: (draft: Pick<Draft, 'person' | 'note' | 'tab'>): Promise<unknown> =>
    run('readwrite', (store) => store.delete(keyOf(draft))).catch(() => undefined),

  /** Drafts of a note left by closed tabs. */
  async left(person: string, note: string): Promise<Draft[]> {
    const all = await allDrafts();
    const living = await livingTabs();
    return all.filter(
      (draft) => draft.person === person && draft.note === note && !living.has(draft.tab),
    );
  },

  /** Deletes drafts of other people, which the current user must not see. */
  async forgetOthers(person: string): Promise<void> {
    for (const draft of await allDrafts()) if (draft.person !== person) await drafts.remove(draft);
  },

  forgetAll: (): Promise<unknown> =>
    run('readwrite', (store) => store.clear()).catch(() => undefined),
};

const allDrafts = async (): Promise<Draft[]> => {
  try {
    return (await run('readonly', (store) => store.getAll() as IDBRequest<Draft[]>)) ?? [];
  } catch {
    return []; // the browser cannot store data
  }
};

/**
 * Marks a tab as open through a Web Lock, which the browser releases when the tab closes.
 * @returns a function that releases it
 */
export function liveAs(tab: string): () => void {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  void navigator.locks?.request(LOCK + tab, () => ended).catch(() => undefined);
  return end;
}

async function livingTabs(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(LOCK.length)));
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No database on this device.'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function run<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? new Error('Not kept.'));
    transaction.onabort = () => reject(transaction.error ?? new Error('Not kept.'));
  });
}
