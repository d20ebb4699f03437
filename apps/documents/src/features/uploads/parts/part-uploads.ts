import { ApiError } from '@tomekeeper/api-client';
import type { DocumentsApi, DocumentUpload } from '../../documents-api/documents-api';
import { holdUpload, keptUploads, type KeptUpload } from './kept-uploads';
import {
  createPartSender,
  storedBytes,
  type PartsCallbacks,
  type StartedUpload,
} from './send-parts';

export type PartUploads = ReturnType<typeof createPartUploads>;

/** Uploads in parts of this tab, which the device remembers until they end. */
export function createPartUploads(api: Pick<DocumentsApi, 'presignParts' | 'discardUpload'>) {
  const sendParts = createPartSender(api);
  /** By key: releases the upload for other tabs. */
  const held = new Map<string, () => void>();

  function release(key: string): void {
    held.get(key)?.();
    held.delete(key);
  }

  /** Removes an upload from the device. */
  async function ended(key: string): Promise<void> {
    release(key);
    await keptUploads.remove(key);
  }

  return {
    /** @param person without one, the device does not remember the upload */
    async send(
      { file, storedKey: _, startedKey: __, ...upload }: DocumentUpload,
      key: string,
      person: string | undefined,
      callbacks: PartsCallbacks,
    ): Promise<void> {
      callbacks.signal?.throwIfAborted();
      if (!held.has(key)) held.set(key, holdUpload(key));
      if (person) {
        const { name, size } = file;
        void keptUploads.put({ ...upload, key, person, name, size }, file, callbacks.onKept);
      }
      await sendParts(file, { campaignId: upload.campaignId, key }, callbacks);
    },
    ended,
    release,
    /** Deletes an unfinished upload here and on the server. @throws if the server does not answer */
    async discard({ campaignId: campaign, key }: StartedUpload): Promise<void> {
      await api.discardUpload({ campaign, s3_key: key }).catch(ignoreUnknown);
      await ended(key);
    },
    /** Unfinished uploads of this person's closed tabs, with their stored bytes, which are unknown while offline. */
    async left(person: string): Promise<(KeptUpload & { stored?: number })[]> {
      // Without Web Locks, uploads of this tab would be among them.
      const kept = (await keptUploads.left(person)).filter(({ key }) => !held.has(key));
      const asked = kept.map(async (upload) => {
        const { campaignId: campaign, key, size } = upload;
        try {
          const answer = await api.presignParts({ campaign, s3_key: key, parts: [] });
          return { ...upload, stored: storedBytes(size, answer) };
        } catch (error) {
          if (!isUnknown(error)) return upload;
          await ended(key);
          return undefined;
        }
      });
      return (await Promise.all(asked)).filter((upload) => upload !== undefined);
    },
    forgetOthers: (person: string) => keptUploads.forgetOthers(person),
    forgetAll: () => keptUploads.forgetAll(),
    dispose(): void {
      for (const key of held.keys()) release(key);
    },
  };
}

/** The upload was finished, discarded or has expired, or the user is no GM any more. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

function ignoreUnknown(error: unknown): void {
  if (!isUnknown(error)) throw error;
}
