import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Reporter } from '../reporting/report';
import { fetchEntries } from './load-startup';

/** Updates the entries from the registry. Entries that it no longer lists stay, for open tabs. */
export async function renewEntries(entries: RegistryEntry[], report: Reporter): Promise<void> {
  for (const fresh of await fetchEntries(report)) {
    const known = entries.findIndex(({ id }) => id === fresh.id);
    entries.splice(known < 0 ? entries.length : known, 1, fresh);
  }
}
