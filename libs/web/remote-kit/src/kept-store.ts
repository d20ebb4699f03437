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
    // Storage is closed or full: going back finds the field empty then.
  }
}

/** What one person looked for is no business of the next. */
export function forgetKept(): void {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Storage is closed, so nothing was kept.
  }
}
