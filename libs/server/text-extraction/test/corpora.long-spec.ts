import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from './extract-all';

// Compares the words of this library and of other programs for all files in the folder CORPORA. Requires pandoc and pdftotext, and
// in CORPORA `npm install officeparser mammoth`. Writes the table CORPORA/words.md.

jest.setTimeout(24 * 3600_000);

const CORPORA = process.env['CORPORA'] ?? '';
const FORMATS = ['docx', 'odt', 'rtf', 'epub', 'pdf'];
const run = promisify(execFile);

const command =
  (program: string, ...options: string[]) =>
  async (file: string) => {
    const own = path.join(CORPORA, 'node_modules/.bin', program);
    const [found, ...args] = [existsSync(own) ? own : program, ...options, file];
    const { stdout } = await run(found, args, { timeout: 30_000, maxBuffer: 1 << 28 });
    return stdout;
  };
const PROGRAMS: Record<string, (file: string) => Promise<string>> = {
  own: async (file) =>
    (await extractAll(readFileSync(file), file)).passages
      .map(({ text, content }) => `${content.marker ?? ''} ${text}`)
      .join('\n'),
  officeparser: command('officeparser', '--to=text'),
  mammoth: async (file) =>
    (await command('mammoth')(file))
      .replace(/<img[^>]*>|<\/?(?:strong|em|a|sup|s)\b[^>]*>/g, '')
      .replace(/<[^>]*>/g, ' '),
  pandoc: command('pandoc', '--to=plain', '--wrap=none'),
  pdftotext: (file) => command('pdftotext', file)('-'),
};
const programsFor = (format: string): string[] => [
  ...['own', 'officeparser'],
  ...(format === 'docx' ? ['mammoth'] : []),
  format === 'pdf' ? 'pdftotext' : 'pandoc',
];

type Words = Map<string, number>;

function wordsOf(text: string): Words {
  const words: Words = new Map();
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** Words that at least two programs find. */
function consensus(results: readonly Words[]): Words {
  const all = new Set(results.flatMap((words) => [...words.keys()]));
  const second = (word: string) =>
    results.map((words) => words.get(word) ?? 0).sort((one, other) => other - one)[1] ?? 0;
  return new Map([...all].map((word): [string, number] => [word, second(word)]));
}

const sum = (words: Words) => [...words.values()].reduce((total, count) => total + count, 0);

function recall(found: Words, expected: Words): number {
  let common = 0;
  for (const [word, count] of expected) common += Math.min(count, found.get(word) ?? 0);
  return common / sum(expected);
}

(CORPORA ? it : it.skip)('compares the words of all files in CORPORA', async () => {
  const recalls = new Map<string, number[]>();
  const losses: string[] = [];
  const files = readdirSync(CORPORA, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith('node_modules'))
    .filter((file) => FORMATS.some((format) => file.toLowerCase().endsWith(`.${format}`)));
  for (const file of files) {
    const format = path.extname(file).slice(1).toLowerCase();
    const programs = programsFor(format);
    const texts = await Promise.all(
      programs.map((program) => PROGRAMS[program]!(path.join(CORPORA, file)).catch(() => '')),
    );
    const results = texts.map(wordsOf);
    const expected = consensus(results);
    if (sum(expected) < 5) continue;
    for (const [index, program] of programs.entries()) {
      const share = recall(results[index]!, expected);
      const key = `${format} | ${program}`;
      recalls.set(key, [...(recalls.get(key) ?? []), share]);
      if (program === 'own' && share < 0.9) losses.push(`${file}: ${share.toFixed(3)}`);
    }
  }
  const rows = [...recalls].sort().map(([key, shares]) => {
    const mean = shares.reduce((total, share) => total + share, 0) / shares.length;
    const count = (least: number) => shares.filter((share) => share >= least).length;
    return `| ${key} | ${shares.length} | ${shares.filter((share) => share === 0).length} | ${(mean * 100).toFixed(1)} % | ${count(0.98)} |`;
  });
  const table = [
    '| Format | Program | Files | No text | Words found | ≥ 98 % |',
    '|---|---|--:|--:|--:|--:|',
    ...rows,
  ];
  writeFileSync(path.join(CORPORA, 'words.md'), `${[...table, '', ...losses].join('\n')}\n`);
  const own = rows.filter((row) => row.includes('| own |'));
  expect(own.length).toBeGreaterThan(0);
});
