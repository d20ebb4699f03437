import { useEffect, useRef, useState } from 'react';
import { useDocumentsApi, type DocumentUpload } from '../../documents-api/documents-api';
import { troubleOf } from '../queue/upload-failures';
import { useUploads } from '../queue/uploads-context';
import { fingerprintOf } from './fingerprint';

/** Uploads one file. A second attempt with a large file continues from its stored parts. */
export function useFileTransfer() {
  const api = useDocumentsApi();
  const { parts, leave } = useUploads();
  const [isStarted, setIsStarted] = useState(false);
  const started = useRef<DocumentUpload & { key: string }>(undefined);
  const isSending = useRef(false);

  function start(upload: DocumentUpload & { key: string }): void {
    started.current = upload;
    setIsStarted(true);
  }
  /** @returns the key of the upload that was under way */
  function end(): string | undefined {
    const key = started.current?.key;
    started.current = undefined;
    setIsStarted(false);
    return key;
  }

  useEffect(
    () => () => {
      if (started.current && !isSending.current) leave(started.current.key);
    },
    [leave],
  );

  async function send(wanted: DocumentUpload, onProgress: (loaded: number, total: number) => void) {
    const { campaignId, file, isSpoilers } = wanted;
    const before = started.current;
    if (before && (before.file !== file || before.isSpoilers !== isSpoilers)) {
      end();
      parts.discard({ campaignId, key: before.key });
    }
    isSending.current = true;
    try {
      const upload = { ...wanted, contentFingerprint: await fingerprintOf(file) };
      const sendParts = (key: string) => {
        start({ ...wanted, key });
        return parts.send(upload, key, { onProgress });
      };
      const document = await api.upload(
        { ...upload, startedKey: started.current?.key },
        { onProgress, send: parts.takes(file) ? sendParts : undefined },
      );
      const key = end();
      if (key !== undefined) parts.ended(key);
      return document;
    } catch (error) {
      const key = troubleOf(error) === 'lost' ? end() : undefined;
      if (key !== undefined) parts.ended(key);
      throw error;
    } finally {
      isSending.current = false;
    }
  }

  return { send, isStarted };
}
