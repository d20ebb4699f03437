import { useRef, useState } from 'react';
import type { OpenedFile } from '../use-opened-document';

/** Age below which a URL cannot have expired, so a failure has another cause. */
const FRESH_MS = 10_000;

/**
 * URL for an element that loads the file itself. `renew` requests a new URL after an error, and sets `failed` if a fresh one
 * fails as well. The page reports deleted documents.
 */
export function useFreshAddress(file: OpenedFile) {
  const [failed, setFailed] = useState(false);
  const renewedAt = useRef(0);
  const renewing = useRef(false);
  const renew = () => {
    if (renewing.current) return;
    if (performance.now() - renewedAt.current < FRESH_MS && renewedAt.current > 0) {
      setFailed(true);
      return;
    }
    renewing.current = true;
    file
      .renew()
      .then((url) => {
        // URLs signed within the same second are identical, and the element would not reload.
        if (url === file.url) setFailed(true);
      })
      .catch(() => setFailed(true))
      .finally(() => {
        renewing.current = false;
        renewedAt.current = performance.now();
      });
  };
  return { url: file.url, failed, renew };
}
