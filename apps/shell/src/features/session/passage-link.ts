import type { Location } from '@tomekeeper/remote-kit';

const STORE = 'tomekeeper.passage-link';
/** Fragment of a link to a passage. */
const PASSAGE = /^#p-[\w%.~-]{1,200}$/;

/**
 * Stores the fragment of a link to a passage during sign-in; the `redirect` parameter has only path and query. A page without
 * such a fragment deletes the stored one.
 */
export function keepPassageLink({ pathname, search, hash }: Location): void {
  try {
    if (PASSAGE.test(hash)) sessionStorage.setItem(STORE, pathname + search + hash);
    else sessionStorage.removeItem(STORE);
  } catch {
    // Storage is unavailable: sign-in leads to the document instead of the passage.
  }
}

/** Adds the stored fragment to the path for which it was stored, and deletes it. @returns other paths unchanged */
export function withPassageLink(path: string): string {
  try {
    const link = sessionStorage.getItem(STORE);
    if (!link?.startsWith(`${path}#`) || !PASSAGE.test(link.slice(path.length))) return path;
    sessionStorage.removeItem(STORE);
    return link;
  } catch {
    return path;
  }
}
