import { useRef, useState } from 'react';
import type { OpenedFile } from '../use-opened-document';

/** An address that has just been made can not have ended: what fails then fails for another reason. */
const FRESH_MS = 10_000;

/**
 * The file's address for an element that loads it by itself. When that fails, `renew` gets another one, and says
 * `failed` when a fresh one does not help either. A document that is gone by now is told by the page.
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
        // Signed within one second, both are the same: no element loads that anew.
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
