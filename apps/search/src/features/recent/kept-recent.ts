const STORE = 'tomekeeper.recent';
/** So many are remembered of one person on a device, those opened last. */
const MAX_RECENT = 40;

/** A document that was opened from here. Never its title: what it is called, and whether it is still there, the server says. */
export interface Recent {
  campaign: string;
  document: string;
}

type OfPeople = Readonly<Record<string, readonly Recent[]>>;

const isRecent = (one: unknown): one is Recent => {
  const { campaign, document } = (one ?? {}) as Partial<Record<string, unknown>>;
  return typeof campaign === 'string' && typeof document === 'string';
};

function readAll(): OfPeople {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).map(([person, all]) => [
        person,
        Array.isArray(all) ? all.filter(isRecent) : [],
      ]),
    );
  } catch {
    return {};
  }
}

function write(people: OfPeople): void {
  try {
    const entries = Object.entries(people).filter(([, all]) => all.length > 0);
    if (entries.length === 0) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is closed or full: nothing is remembered then.
  }
}

/** What this person opened last on this device, newest first. */
export const readRecent = (person: string): readonly Recent[] => readAll()[person] ?? [];

export function keepRecent(person: string, { campaign, document }: Recent): void {
  const others = readRecent(person).filter((one) => one.document !== document);
  write({ ...readAll(), [person]: [{ campaign, document }, ...others].slice(0, MAX_RECENT) });
}

/** Of documents that are not there any more, or not for this person: nothing on the device is to name them. */
export function forgetRecent(person: string, documents: ReadonlySet<string>): void {
  const all = readRecent(person);
  const left = all.filter(({ document }) => !documents.has(document));
  if (left.length < all.length) write({ ...readAll(), [person]: left });
}

/** For a device that changes hands. @param person who stays */
export function forgetRecentOfOthers(person?: string): void {
  const all = readAll();
  const own = person === undefined ? undefined : all[person];
  if (Object.keys(all).length > (own ? 1 : 0)) write(own && person ? { [person]: own } : {});
}
