const STORE = 'tomekeeper.places';
/** So many documents are remembered on a device, those that were open last. */
const MAX_PLACES = 200;

/** Where somebody was in a document: numbers whose meaning each stage knows. */
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
    // Storage is closed or full: the document opens at its beginning then.
  }
}

/** A file and its text are read apart: what the place in the text is kept under. */
export const textPlaceOf = (document: string): string => `${document} text`;

/** Where this person was in this document the last time, on this device. */
export function readPlace(person: string, document: string): KeptPlace | undefined {
  const wanted = nameOf(person, document);
  return readAll().find(([name]) => name === wanted)?.[1];
}

export function keepPlace(person: string, document: string, place: KeptPlace): void {
  const name = nameOf(person, document);
  write([...readAll().filter(([known]) => known !== name), [name, place]]);
}

/** For a device that changes hands: nothing of another person's documents stays on it. @param person who stays */
export function forgetPlacesOfOthers(person?: string): void {
  const all = readAll();
  const own = all.filter(([name]) => person !== undefined && name.startsWith(`${person} `));
  if (own.length < all.length) write(own);
}

/** For a document that is not there any more, or not for this person: nothing on the device is to name it. */
export function forgetPlace(person: string, document: string): void {
  const names = [nameOf(person, document), nameOf(person, textPlaceOf(document))];
  const all = readAll();
  const others = all.filter(([known]) => !names.includes(known));
  if (others.length < all.length) write(others);
}
