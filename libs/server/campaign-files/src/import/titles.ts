import { DOCUMENT_LIMITS, noteTitle, alias } from '@tomekeeper/contracts-document';

/** The first of these names that can be a title, shortened to the longest one. */
export function titleOf(...names: (string | undefined)[]): string {
  for (const name of names) {
    const { data } = noteTitle.safeParse(oneLine(name ?? '').slice(0, MAX_TITLE));
    if (data !== undefined) return data;
  }
  return 'Untitled';
}

const MAX_TITLE = 255;

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The valid ones among these names, without duplicates and the title. */
export function validAliases(names: readonly string[], title: string): string[] {
  const valid = new Map<string, string>();
  for (const name of names) {
    const { data } = alias.safeParse({ name: oneLine(name) });
    const key = data?.name.toLowerCase();
    if (data && key && key !== title.toLowerCase() && !valid.has(key)) valid.set(key, data.name);
  }
  return [...valid.values()].slice(0, DOCUMENT_LIMITS.aliases);
}
