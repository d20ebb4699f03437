/** Values that differ between two equal runs; the first pattern matches IDs. */
const RANDOM = [
  /([0-9a-f]{8}-[0-9a-f-]{27})/,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/,
  /export\/[\w-]{43}/,
  /X-Amz-(?:Date|Signature|Credential)=[^&"]*/,
];

/**
 * Returns a function that normalizes random values in consecutive lines of a transcript: IDs become the
 * number of their first appearance.
 * @param more patterns of further random values; without groups
 */
export function likener(more: readonly RegExp[] = []): (line: string) => string {
  const random = new RegExp([...RANDOM, ...more].map(({ source }) => source).join('|'), 'g');
  const ids = new Map<string, number>();
  return (line) =>
    line.replace(random, (match, id?: string) => {
      if (!id) return `<${/^[A-Za-z-]+/.exec(match)?.[0] ?? 'time'}>`;
      if (!ids.has(id)) ids.set(id, ids.size);
      return `<id ${ids.get(id)}>`;
    });
}

/** Normalizes random values in a complete transcript. */
export const alike = (transcript: string): string => likener()(transcript);
