import { stringify } from 'yaml';

/** Properties at the beginning of a Markdown file. Undefined values and empty lists are left out. */
export function writeFrontMatter(properties: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(properties).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const yaml = stringify(Object.fromEntries(given), {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return `---\n${yaml}---\n`;
}
