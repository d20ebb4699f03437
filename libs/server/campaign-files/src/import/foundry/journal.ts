import { z } from 'zod';

// Journals as Foundry VTT 12 to 14 exports them. Ids, folders and ownership are missing in exports of single entries.

const optionalText = z.string().optional().catch(undefined);
const order = z.number().catch(0);
const ownership = z
  .object({ default: z.number().optional().catch(undefined) })
  .optional()
  .catch(undefined);

const page = z.object({
  _id: optionalText,
  name: z.string().catch(''),
  type: z.string().catch('text'),
  text: z
    .object({ content: optionalText, markdown: optionalText, format: z.number().catch(1) })
    .optional()
    .catch(undefined),
  src: optionalText,
  sort: order,
  ownership,
});
export type JournalPage = z.infer<typeof page>;

const entry = z.object({
  _id: optionalText,
  name: z.string().catch(''),
  folder: optionalText,
  pages: z.array(page),
  ownership,
  _stats: z
    .object({ exportSource: z.object({ uuid: optionalText }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
export type JournalEntry = z.infer<typeof entry>;

const folder = z.object({ _id: z.string(), name: z.string(), folder: optionalText });

export interface Journals {
  entries: JournalEntry[];
  /** Names of a folder and those around it, outermost first. */
  foldersOf: (id: string | undefined) => string[];
}

const LISTS = ['journal', 'journals', 'entries', 'documents'] as const;
const MAX_FOLDERS = 8;

/** The journals in a JSON value: one entry, a list, or an adventure. Undefined if there are none. */
export function journalsIn(value: unknown): Journals | undefined {
  const object = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  const lists = [value, ...LISTS.map((name) => object[name])].filter((each) => Array.isArray(each));
  const given: unknown[] = lists.length > 0 ? lists.flat() : [value];
  const entries = given.flatMap((each) => entry.safeParse(each).data ?? []);
  if (entries.length === 0) return undefined;
  const folders = new Map(
    (Array.isArray(object['folders']) ? object['folders'] : [])
      .flatMap((each) => folder.safeParse(each).data ?? [])
      .map((each) => [each._id, each]),
  );
  const foldersOf = (id: string | undefined): string[] => {
    const names: string[] = [];
    for (
      let each = folders.get(id ?? '');
      each && names.length < MAX_FOLDERS;
      each = folders.get(each.folder ?? '')
    )
      names.unshift(each.name);
    return names;
  };
  return { entries, foldersOf };
}

const LIMITED = 1;
const OBSERVER = 2;
const INHERITED = -1;

/** Whether all players read a page and see its entry. Grants for single players do not count. */
export function isPagePublic(ofEntry: JournalEntry, { ownership }: JournalPage): boolean {
  const entryLevel = ofEntry.ownership?.default ?? 0;
  const level = ownership?.default ?? 0;
  return entryLevel >= LIMITED && (level === INHERITED ? entryLevel : level) >= OBSERVER;
}

const EXPORTED_ID = /(?:^|[-_.])([A-Za-z0-9]{16})$/;

/** The id of an entry, for exports without ids from the name of the file. */
export const entryIdOf = ({ _id, _stats }: JournalEntry, fileName: string): string | undefined =>
  _id ?? _stats?.exportSource?.uuid?.split('.').at(-1) ?? EXPORTED_ID.exec(fileName)?.[1];
