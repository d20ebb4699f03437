import type { RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Reporter } from '../reporting/report';
import { fetchEntries } from './load-startup';

/** Brings the entries up to what the registry says now. One that it no longer names stays, for open tabs. */
export async function renewEntries(entries: RegistryEntry[], report: Reporter): Promise<void> {
  for (const fresh of await fetchEntries(report)) {
    const known = entries.findIndex(({ id }) => id === fresh.id);
    entries.splice(known < 0 ? entries.length : known, 1, fresh);
  }
}
