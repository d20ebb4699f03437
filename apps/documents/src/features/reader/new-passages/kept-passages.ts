const STORE = 'tomekeeper.passages';
/** Maximum notes remembered on a device, most recently opened first. */
const MAX_NOTES = 60;
/** Stored suffix length of a passage id, enough to identify it within its note. */
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
    // Storage is disabled or full: no passage is marked as new.
  }
}

/**
 * @returns a function that tells whether the user has seen a passage of the note on this device; undefined if the note was never
 * open
 */
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

/** Deletes the data of other users when another person uses the device. @param person the user whose data stays */
export function forgetPassagesOfOthers(person?: string): void {
  const all = readAll();
  const own = all.filter(([name]) => person !== undefined && name.startsWith(`${person} `));
  if (own.length < all.length) write(own);
}

/** Deletes the data of a note that was deleted or hidden from this user. */
export function forgetPassages(person: string, document: string): void {
  const all = readAll();
  const others = all.filter(([name]) => name !== nameOf(person, document));
  if (others.length < all.length) write(others);
}
