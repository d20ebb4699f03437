import { ERROR_KINDS, type RegistryEntry } from '@tomekeeper/contracts-federation';

const OTHER = 'other';

/** Labels that a browser may choose from: what it makes up is all one, or every word would be a series for good. */
export function knownLabels(entries: readonly RegistryEntry[]) {
  const remotes = new Set(['shell', ...entries.map(({ id }) => id)]);
  const pages = new Set(entries.flatMap(({ manifest }) => manifest.routes.map(({ path }) => path)));
  return {
    remote: (id: string) => (remotes.has(id) ? id : OTHER),
    page: (pattern: string) => (pages.has(pattern) ? pattern : OTHER),
    kind: (kind: string) => ERROR_KINDS.find((known) => known === kind) ?? OTHER,
  };
}
