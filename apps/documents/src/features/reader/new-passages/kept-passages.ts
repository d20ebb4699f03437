const STORE = 'tomekeeper.passages';
/** So many notes are remembered on a device, those that were open last. */
const MAX_NOTES = 60;
/** Last digits of a passage's id by which it is known again among those of its note. */
const DIGITS = 8;

const nameOf = (person: string, document: string) => `${person} ${document}`;
const shortened = (id: string): string => id.slice(-DIGITS);

function readAll(): [name: string, passages: string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return [];
    return Object.entries(stored).filter(([, passages]) => typeof passages === 'string');
  } catch {
    return [];
  }
}

function write(all: [string, string][]): void {
  try {
    if (all.length === 0) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(all.slice(-MAX_NOTES))));
  } catch {
    // Storage is closed or full: nothing is marked as new then.
  }
}

/** @returns whether this person has seen a passage of a note on this device; undefined where they never had the note open */
export function knownPassages(
  person: string,
  document: string,
): ((id: string) => boolean) | undefined {
  const wanted = nameOf(person, document);
  const kept = readAll().find(([name]) => name === wanted)?.[1];
  if (kept === undefined) return undefined;
  const known = new Set(kept.split(' '));
  return (id) => known.has(shortened(id));
}

export function keepPassages(person: string, document: string, ids: readonly string[]): void {
  const name = nameOf(person, document);
  const passages = ids.map(shortened).join(' ');
  write([...readAll().filter(([known]) => known !== name), [name, passages]]);
}

/** For a device that changes hands, as places in documents are. @param person who stays */
export function forgetPassagesOfOthers(person?: string): void {
  const all = readAll();
  const own = all.filter(([name]) => person !== undefined && name.startsWith(`${person} `));
  if (own.length < all.length) write(own);
}

/** For a note that is not there any more for this person. */
export function forgetPassages(person: string, document: string): void {
  const all = readAll();
  const others = all.filter(([name]) => name !== nameOf(person, document));
  if (others.length < all.length) write(others);
}
