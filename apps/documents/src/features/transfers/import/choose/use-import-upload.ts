import { useEffect, useRef, useState } from 'react';
import { UPLOAD_PARTS } from '@tomekeeper/contracts-document';
import type { Failure } from '@tomekeeper/api-client';
import { useDocumentsApi } from '../../../documents-api/documents-api';
import { createPartSender } from '../../../uploads/parts/send-parts';
import { troubleOf, UNREADABLE, wordsFor } from '../../../uploads/queue/upload-failures';
import { useImportsApi } from '../imports-api';
import { isPacked, type ImportSource } from './import-source';
import { packFiles, type PackProgress } from './pack-files';

export type UploadState =
  | { at: 'idle' }
  | { at: 'packing'; source: ImportSource; progress: PackProgress }
  | { at: 'sending'; source: ImportSource; percent: number | undefined }
  | { at: 'started'; id: string }
  | { at: 'failed'; source: ImportSource; failure: Failure };

/** Attempt to upload a source. The next attempt continues it. */
interface Attempt {
  source: ImportSource;
  file?: File;
  startedKey?: string | undefined;
  storedKey?: string | undefined;
}

/** Packs and uploads a source, and starts its import. Leaving the page cancels the upload. */
export function useImportUpload(campaign: string) {
  const imports = useImportsApi();
  const documents = useDocumentsApi();
  const [state, setState] = useState<UploadState>({ at: 'idle' });
  const attempt = useRef<Attempt>(undefined);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(made: Attempt, { signal }: AbortController): Promise<void> {
    const { source } = made;
    made.file ??= isPacked(source)
      ? await packFiles(source, (progress) => setState({ at: 'packing', source, progress }), signal)
      : source.files[0]?.file;
    const { file } = made;
    if (!file) return;
    const onProgress = (loaded: number, total: number) =>
      setState({ at: 'sending', source, percent: (loaded / total) * 100 });
    const sendParts = (key: string) => {
      made.startedKey = key;
      return createPartSender(documents)(
        file,
        { campaignId: campaign, key },
        { onProgress, signal },
      );
    };
    setState({ at: 'sending', source, percent: undefined });
    const { startedKey, storedKey } = made;
    const { id } = await imports.upload(
      { campaign, file, startedKey, storedKey },
      {
        onProgress,
        signal,
        send: file.size >= UPLOAD_PARTS.fromBytes ? sendParts : undefined,
        onStored: (key) => void (made.storedKey = key),
      },
    );
    setState({ at: 'started', id });
  }

  function start(made: Attempt): void {
    running.current?.abort();
    const controller = new AbortController();
    attempt.current = made;
    running.current = controller;
    const { source } = made;
    setState(
      made.file
        ? { at: 'sending', source, percent: undefined }
        : { at: 'packing', source, progress: { files: 0, bytes: 0 } },
    );
    void run(made, controller).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      if (troubleOf(error) === 'lost') attempt.current = { source };
      setState({ at: 'failed', source, failure: failureOf(error, made) });
    });
  }

  return {
    state,
    send: (source: ImportSource) => start({ source }),
    retry: () => attempt.current && start(attempt.current),
    /** Stops the upload and deletes the stored parts. */
    cancel: () => {
      running.current?.abort();
      const key = attempt.current?.startedKey;
      attempt.current = undefined;
      setState({ at: 'idle' });
      // The server deletes unfinished uploads after a day, too.
      if (key !== undefined)
        void documents.discardUpload({ campaign, s3_key: key }).catch(() => undefined);
    },
  };
}

const failureOf = (error: unknown, { startedKey }: Attempt): Failure =>
  troubleOf(error) === 'unreadable' ? UNREADABLE : wordsFor(error, startedKey !== undefined);
