import { execFileSync } from 'node:child_process';

/** Paths of the modules that an entry point loads, as one text. */
const modulesOf = (entry: string): string =>
  execFileSync(
    process.execPath,
    [
      '--conditions=@tomekeeper/source',
      '--require',
      require.resolve('@tomekeeper/tooling/jest/run-sources.cjs'),
      '--eval',
      `require('${entry}'); console.log(JSON.stringify(Object.keys(require.cache)))`,
    ],
    { cwd: __dirname, encoding: 'utf8' },
  );

it('extracts files without loading the contracts, and PDF only for PDF files', () => {
  const modules = modulesOf('@tomekeeper/text-extraction/extract');
  expect(modules).toContain('/iconv-lite/');
  expect(modules).not.toMatch(/\/(contracts\/document\/src\/index|zod\/|pdfjs-dist\/)/);
});

it('loads only text formats for decoded text', () => {
  const modules = modulesOf('@tomekeeper/text-extraction/source');
  expect(modules).toContain('/parse5/');
  expect(modules).not.toMatch(/\/(contracts\/document\/src\/index|zod\/|pdfjs-dist|office)\//);
});

it('loads no formats but Markdown in services', () => {
  const modules = modulesOf('@tomekeeper/text-extraction');
  expect(modules).toContain('/markdown-it/');
  expect(modules).not.toMatch(/\/(pdfjs-dist|iconv-lite|jschardet|office)\//);
});
