const STORE = 'tomekeeper.kept';
const MAX_PLACES = 50;

function readAll(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter(([, text]) => typeof text === 'string'),
    );
  } catch {
    return {};
  }
}

export const readKept = (place: string): string => readAll()[place] ?? '';

export function writeKept(place: string, text: string): void {
  try {
    const others = Object.entries(readAll()).filter(([known]) => known !== place);
    const entries = text ? [...others, [place, text]] : others;
    sessionStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries.slice(-MAX_PLACES))));
  } catch {
    // Storage is unavailable or full: the field is empty after going back.
  }
}

/** Clears the store, so that the next user never sees a previous user's search terms. */
export function forgetKept(): void {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Storage is unavailable, so it holds nothing.
  }
}
