import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import { DRAFTS, fetchEntries } from '../../../startup/load-startup';
import styles from './draft-badge.module.css';

const ASKED_EVERY_MS = 1_000;

/**
 * Badge that lists the remotes loaded from a development build, reloads the page when they are rebuilt and links back to the
 * published versions. Independent of the app, which a development build may break.
 */
export function showDraftBadge(
  entries: readonly RegistryEntry[],
  window = globalThis.window,
): () => void {
  const shown = draftsOf(entries);
  const badge = document.createElement('aside');
  badge.className = styles['badge'] ?? '';
  badge.setAttribute('aria-label', 'Work in progress');
  const words = document.createElement('span');
  const ids = entries.filter(({ draft }) => draft).map(({ id }) => id);
  words.textContent = `${ids.join(', ')} from source`;
  const reset = document.createElement('button');
  reset.type = 'button';
  reset.textContent = 'Reset';
  reset.addEventListener('click', () => {
    localStorage.removeItem(DRAFTS);
    window.location.replace(window.location.pathname);
  });
  badge.append(words, reset);
  document.body.append(badge);
  const asking = setInterval(() => {
    void fetchEntries(() => {}).then(
      (now) => {
        if (draftsOf(now) !== shown) window.location.reload();
      },
      () => {}, // The development server may be restarting.
    );
  }, ASKED_EVERY_MS);
  return () => {
    clearInterval(asking);
    badge.remove();
  };
}

const draftsOf = (entries: readonly RegistryEntry[]) =>
  entries
    .filter(({ draft }) => draft)
    .map(({ base_url: url }) => url)
    .join(' ');
