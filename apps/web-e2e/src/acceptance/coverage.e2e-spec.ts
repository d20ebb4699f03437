import fs from 'node:fs';
import path from 'node:path';
import type { Row } from './row';
import { ROWS } from './rows';

const ROOT = path.resolve(__dirname, '../../../..');
const LIST = path.join(ROOT, 'apps/web-e2e/acceptance-coverage.md');

function shown({ how }: Row): string {
  if ('spec' in how) return `tested: \`${how.spec}\``;
  if ('identity' in how) return `identity issue: ${how.identity}`;
  if ('library' in how) return `library, unreachable: ${how.library}`;
  return `MISSING: ${how.missing}`;
}

const list = (): string =>
  [
    '# Acceptance coverage',
    '',
    'Generated from `src/acceptance/rows.ts`; `UPDATE_COVERAGE=1` with the coverage spec writes it.',
    'A row may stand for several lines of the specification.',
    '',
    ...ROWS.map((row) => `- ${row.section}. ${row.quote}: ${shown(row)}`),
    '',
  ].join('\n');

describe('acceptance coverage', () => {
  it.each(ROWS)('$section: $quote has what it cites', ({ how }) => {
    if ('spec' in how)
      expect(fs.readFileSync(path.join(ROOT, how.spec), 'utf8')).toContain(how.words);
    if ('missing' in how) throw new Error(`No test yet: ${how.missing}`);
  });

  it('is listed as it is', () => {
    const fresh = list();
    if (process.env['UPDATE_COVERAGE']) fs.writeFileSync(LIST, fresh);
    expect(fs.readFileSync(LIST, 'utf8')).toBe(fresh);
  });
});
