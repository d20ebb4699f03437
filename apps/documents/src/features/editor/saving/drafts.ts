import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import { deviceStore } from '../../documents-api/device/device-store';
import { tabLocks } from '../../documents-api/device/tab-locks';

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

const store = deviceStore<Draft>('tomekeeper-notes', 'drafts');
const tabs = tabLocks('tomekeeper.note-draft.');

const keyOf = ({ person, note, tab }: Pick<Draft, 'person' | 'note' | 'tab'>) =>
  `${person}/${note}/${tab}`;

/** Drafts in IndexedDB. Deleted once the server has them, and when their author logs out. */
export const drafts = {
  /** @throws if the browser cannot store data */
  put: (draft: Draft): Promise<unknown> =>
    store.run('readwrite', (rows) => rows.put(draft, keyOf(draft))),

  remove: (draft: Pick<Draft, 'person' | 'note' | 'tab'>): Promise<unknown> =>
    store.run('readwrite', (rows) => rows.delete(keyOf(draft))).catch(() => undefined),

  /** Drafts of a note left by closed tabs. */
  async left(person: string, note: string): Promise<Draft[]> {
    const all = await store.all();
    const living = await tabs.held();
    return all.filter(
      (draft) => draft.person === person && draft.note === note && !living.has(draft.tab),
    );
  },

  /** Deletes drafts of other people, which the current user must not see. */
  async forgetOthers(person: string): Promise<void> {
    for (const draft of await store.all()) if (draft.person !== person) await drafts.remove(draft);
  },

  forgetAll: store.clear,
};

/** Marks a tab as open. @returns a function that releases it */
export const liveAs = tabs.hold;
