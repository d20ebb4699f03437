/** What differs by chance between two runs of the same: the first group is of ids. */
const RANDOM = [
  /([0-9a-f]{8}-[0-9a-f-]{27})/,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/,
  /export\/[\w-]{43}/,
  /X-Amz-(?:Date|Signature|Credential)=[^&"]*/,
];

/**
 * Makes what is random in the lines of a transcript alike, one after the other: ids become the number of their first
 * appearance.
 * @param more what else is random in it; patterns without groups
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

/** Makes what is random in a whole transcript alike. */
export const alike = (transcript: string): string => likener()(transcript);
