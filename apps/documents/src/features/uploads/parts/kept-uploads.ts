import { deviceStore, once } from '../../documents-api/device/device-store';
import { tabLocks } from '../../documents-api/device/tab-locks';
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

const device = deviceStore<KeptUpload>('tomekeeper-uploads', 'uploads', { keyPath: 'key' });
const tabs = tabLocks('tomekeeper.upload.');
/** Maximum bytes of stored files; later files have to be chosen again after a reload. */
const MAX_BYTES = 1024 ** 3;

/** Unfinished uploads in IndexedDB, which stores files as references to copies of the browser, not in memory. */
export const keptUploads = {
  /** Keeps an upload until `remove`. The file follows separately, because it may not fit. */
  async put(upload: KeptUpload, file: File, onKept: (() => void) | undefined): Promise<void> {
    try {
      await device.run('readwrite', (store) => store.put(upload));
      onKept?.();
      const others = (await device.all()).filter(({ key }) => key !== upload.key);
      const taken = others.reduce((sum, one) => sum + (one.file?.size ?? 0), 0);
      if (taken + file.size > MAX_BYTES) return;
      await device.run('readwrite', async (store) => {
        // Ended meanwhile: a file must not come back.
        if ((await once(store.getKey(upload.key))) === undefined) return undefined;
        return once(store.put({ ...upload, file }));
      });
    } catch {
      // Storage is disabled or full: after a reload, the user chooses the file again, or starts over.
    }
  },

  remove: (key: string): Promise<unknown> =>
    device.run('readwrite', (store) => store.delete(key)).catch(() => undefined),

  /** Uploads of this person's closed tabs. */
  async left(person: string): Promise<KeptUpload[]> {
    const kept = await device.all();
    const living = await tabs.held();
    return kept.filter((one) => one.person === person && !living.has(one.key));
  },

  /** Deletes the files of other people, which the current user must not see. */
  async forgetOthers(person: string): Promise<void> {
    for (const one of await device.all())
      if (one.person !== person) await keptUploads.remove(one.key);
  },

  forgetAll: device.clear,
};

/** Marks an upload as running in this tab. @returns a function that releases it */
export const holdUpload = tabs.hold;
