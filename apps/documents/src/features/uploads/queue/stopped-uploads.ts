import { fingerprintOf } from '../upload/fingerprint';
import type { KeptUpload } from '../parts/kept-uploads';
import type { PartUploads } from '../parts/part-uploads';
import type { NewUpload } from './upload-queue';

/** An upload in parts that a closed page did not finish. */
export interface StoppedUpload extends KeptUpload {
  /** Bytes that the server has; undefined while it does not answer. */
  stored?: number;
  /** Error of the last action, for the user. */
  problem?: string;
  isBusy?: boolean;
}

/** Unfinished uploads of closed tabs, which the user resumes or discards. */
export function createStoppedUploads({
  add,
  bring,
  changed,
}: {
  /** Adds an upload to the queue. */
  add: (upload: NewUpload) => void;
  bring: () => Promise<PartUploads>;
  changed: () => void;
}) {
  let list: readonly StoppedUpload[] = [];

  function set(next: readonly StoppedUpload[]): void {
    list = next;
    changed();
  }
  const update = (key: string, values: Pick<StoppedUpload, 'problem' | 'isBusy'>) =>
    set(list.map((one) => (one.key === key ? { ...without(one), ...values } : one)));
  const drop = (key: string) => set(list.filter((one) => one.key !== key));

  return {
    list: () => list,
    async recover(person: string, isStill: () => boolean): Promise<void> {
      const left = await bring()
        .then((parts) => parts.left(person))
        .catch(() => []);
      if (isStill() && (left.length > 0 || list.length > 0)) set(left);
    },
    /** Continues with the stored file, or with a file that the user chose again. */
    async resume(key: string, chosen?: File): Promise<void> {
      const upload = list.find((one) => one.key === key);
      const file = upload?.file ?? chosen;
      if (!upload || !file || upload.isBusy) return;
      update(key, { isBusy: true });
      const problem = await problemWithFile(upload, file);
      if (problem) return update(key, { problem });
      drop(key);
      const { campaignId, isSpoilers, tags, replaces, contentFingerprint } = upload;
      add({ campaignId, isSpoilers, tags, replaces, contentFingerprint, file, startedKey: key });
    },
    async discard(key: string): Promise<void> {
      const upload = list.find((one) => one.key === key);
      if (!upload || upload.isBusy) return;
      update(key, { isBusy: true });
      try {
        await (await bring()).discard(upload);
        drop(key);
      } catch {
        update(key, {
          problem: 'It could not be discarded. Check your connection and try again.',
        });
      }
    },
    forget: () => set([]),
  };
}

function without(upload: StoppedUpload): StoppedUpload {
  const { problem: _, isBusy: __, ...rest } = upload;
  return rest;
}

const ANEW = 'Discard the upload, and upload the file as a new one.';

/** The stored parts belong to one content: other bytes would make a damaged file. */
async function problemWithFile(upload: KeptUpload, file: File): Promise<string | undefined> {
  const again = `Choose ${upload.name} again, or discard the upload.`;
  if (file.name !== upload.name || file.size !== upload.size)
    return `This is another file. ${again}`;
  try {
    const fingerprint = await fingerprintOf(file);
    if (fingerprint === upload.contentFingerprint) {
      // Without Web Crypto only the browser's own copy is known to be the same.
      if (fingerprint !== undefined || upload.file !== undefined) return undefined;
      return `This page can’t check the file, because the connection is not encrypted. ${ANEW}`;
    }
    return `The file has changed since then. ${ANEW}`;
  } catch {
    return `The file can’t be read. ${again}`;
  }
}
