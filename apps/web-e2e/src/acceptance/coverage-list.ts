import type { Row } from './row';
import { ROWS } from './rows';

const HEAD = ['section', 'row of the specification', 'how'];

function shown({ how }: Row): string {
  if ('spec' in how) return `tested: \`${how.spec}\`, “${how.words}”`;
  if ('identity' in how) return `identity issue: ${how.identity}`;
  if ('library' in how) return `library, unreachable: ${how.library}`;
  return `MISSING: ${how.missing}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The rows as a table, with columns as wide as the formatter makes them. */
export function coverageList(): string {
  const rows = ROWS.map((row) => [String(row.section), cell(row.quote), cell(shown(row))]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [
    '# Acceptance coverage',
    '',
    'Generated from `src/acceptance/rows`; `UPDATE_COVERAGE=1` with the coverage spec writes it.',
    '',
    line(HEAD),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    '',
  ].join('\n');
}
