import fs from 'node:fs';
import { isIP } from 'node:net';

/** What a small file says; it is read again when it has changed. */
export class WatchedFile<T> {
  private seen: string | undefined;
  private last: T;

  /** @param file one that is not there reads as empty */
  constructor(
    private readonly file: string,
    private readonly parse: (text: string) => T,
  ) {
    this.last = parse('');
  }

  /** @returns what it says, and a mark that is another one once it has changed */
  read(): { value: T; mark: string } {
    const stat = fs.statSync(this.file, { throwIfNoEntry: false });
    const mark = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
    if (mark !== this.seen) {
      this.last = this.parse(stat ? fs.readFileSync(this.file, 'utf8') : '');
      this.seen = mark;
    }
    return { value: this.last, mark };
  }
}

/** What `/etc/resolv.conf` says of names that are not complete. */
export interface Searching {
  /** Endings that are tried. */
  search: readonly string[];
  /** With so many dots a name is tried as it is first. */
  ndots: number;
}

const MAX_NDOTS = 15;

/** Words of each line that says something. */
const lines = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) => line.replace(/[#;].*$/, '').trim())
    .filter(Boolean)
    .map((line) => line.split(/\s+/));

export function parseResolvConf(text: string): Searching {
  let search: readonly string[] = [];
  let ndots = 1;
  for (const [keyword, ...words] of lines(text)) {
    // Of several the last counts.
    if (keyword === 'search' || keyword === 'domain') search = words.filter((word) => word !== '.');
    if (keyword !== 'options') continue;
    for (const word of words) {
      const given = /^ndots:(\d+)$/.exec(word)?.[1];
      if (given !== undefined) ndots = Math.min(Number(given), MAX_NDOTS);
    }
  }
  return { search, ndots };
}

/** Addresses by name, as `/etc/hosts` lists them. */
export function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = '', ...names] of lines(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names.map((word) => word.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts;
}

/** Whether `/etc/nsswitch.conf` knows of other places for names than hosts file and DNS. */
export function hasOtherSources(text: string): boolean {
  const sources = lines(text).find(([keyword]) => keyword === 'hosts:') ?? [];
  return sources.slice(1).some((word) => !/^(files|dns|\[.*|.*\])$/.test(word));
}

/** The complete names that a name may stand for, in the order in which they are tried. */
export function candidates(name: string, { search, ndots }: Searching): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const longer = search.map((ending) => `${name}.${ending.replace(/\.$/, '')}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...longer] : [...longer, name];
}
