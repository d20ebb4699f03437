import type { PublicConfig, RegistryEntry } from '@tomekeeper/contracts-federation';
import type { Reporter } from '../reporting/report';
import { readConfig, readEntry, readRegistry } from './read-startup';

/** Configuration and registry that the shell needs to start. */
export interface Startup {
  config: PublicConfig;
  entries: RegistryEntry[];
}

/** Key in local storage. */
export const DRAFTS = 'tomekeeper.dev';
const TIMEOUT_MS = 30_000;

/** @throws if a response is missing or invalid */
export async function loadStartup(report: Reporter, fetch = globalThis.fetch): Promise<Startup> {
  const [config, entries] = await Promise.all([
    fetchJson('/config.json', fetch),
    fetchEntries(report, fetch),
  ]);
  return { config: readConfig(config, 'config.json'), entries };
}

/** Current registry entries. */
export async function fetchEntries(
  report: Reporter,
  fetch = globalThis.fetch,
): Promise<RegistryEntry[]> {
  const remotes = await fetchJson('/registry/remotes.json' + draftsWanted(), fetch);
  return parseEntries(readRegistry(remotes, 'remotes.json').remotes, report);
}

/** Remotes that this browser loads from a development build: `?dev=campaigns` in the URL, persisted from then on. */
function draftsWanted(): string {
  try {
    const asked = new URLSearchParams(window.location.search).get('dev');
    if (asked) localStorage.setItem(DRAFTS, asked);
    const kept = localStorage.getItem(DRAFTS);
    return kept ? `?dev=${encodeURIComponent(kept)}` : '';
  } catch {
    return ''; // Storage is unavailable.
  }
}

/** Skips invalid entries. The first of two entries with the same id wins. */
export function parseEntries(entries: readonly unknown[], report: Reporter): RegistryEntry[] {
  const parsed = new Map<string, RegistryEntry>();
  for (const [index, entry] of entries.entries()) {
    try {
      const read = readEntry(entry, 'entry');
      if (!parsed.has(read.id)) parsed.set(read.id, read);
    } catch (error) {
      report(error, { remote: idOf(entry) ?? `entry ${index}`, where: 'registry' });
    }
  }
  return [...parsed.values()];
}

function idOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return undefined;
  return typeof entry.id === 'string' ? entry.id : undefined;
}

async function fetchJson(path: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  // Without options that would prevent reuse of the document's preload.
  const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
  return response.json();
}
