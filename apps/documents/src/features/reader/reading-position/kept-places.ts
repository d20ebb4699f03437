const STORE = 'tomekeeper.places';
/** Maximum documents remembered on a device, most recently opened first. */
const MAX_PLACES = 200;

/** Reading position in a document; each preview renderer defines the meaning of the numbers. */
export type KeptPlace = readonly number[];

const nameOf = (person: string, document: string) => `${person} ${document}`;

function readAll(): [name: string, place: number[]][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return [];
    return Object.entries(stored).filter(([, place]) => isPlace(place));
  } catch {
    return [];
  }
}

const isPlace = (place: unknown): boolean =>
  Array.isArray(place) && place.length <= 4 && place.every(Number.isFinite);

function write(places: [string, KeptPlace][]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(places.slice(-MAX_PLACES))));
  } catch {
    // Storage is disabled or full: the document opens at its beginning.
  }
}

/** Storage key of the position in the text, separate from the position in the file. */
export const textPlaceOf = (document: string): string => `${document} text`;

/** Last reading position of a person in a document on this device. */
export function readPlace(person: string, document: string): KeptPlace | undefined {
  const wanted = nameOf(person, document);
  return readAll().find(([name]) => name === wanted)?.[1];
}

export function keepPlace(person: string, document: string, place: KeptPlace): void {
  const name = nameOf(person, document);
  write([...readAll().filter(([known]) => known !== name), [name, place]]);
}

/** Deletes the data of other users when another person uses the device. @param person the user whose data stays */
export function forgetPlacesOfOthers(person?: string): void {
  const all = readAll();
  const own = all.filter(([name]) => person !== undefined && name.startsWith(`${person} `));
  if (own.length < all.length) write(own);
}

/** Deletes the data of a document that was deleted or hidden from this user, so that no trace of it stays on the device. */
export function forgetPlace(person: string, document: string): void {
  const names = [nameOf(person, document), nameOf(person, textPlaceOf(document))];
  const all = readAll();
  const others = all.filter(([known]) => !names.includes(known));
  if (others.length < all.length) write(others);
}
