import type { Row } from './row';
import { ROWS } from './rows';

const HEAD = ['section', 'row of the specification', 'where'];

function shown({ how }: Row): string {
  if ('spec' in how) return `see \`${how.spec}\`, “${how.words}”`;
  if ('library' in how) return `library, unreachable: ${how.library}`;
  return `MISSING: ${how.missing}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The rows as a table, unaligned: the longest reason would make every line as long. */
export function coverageList(): string {
  const rows = ROWS.map((row) => [String(row.section), cell(row.quote), cell(shown(row))]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# Acceptance index',
    '',
    'Where the test of each row of the specification stands. That a test of this name exists is checked;',
    'what it asserts is for the reader to judge.',
    '',
    'Generated from `src/acceptance/rows`; `UPDATE_COVERAGE=1` with the coverage spec writes it.',
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}
