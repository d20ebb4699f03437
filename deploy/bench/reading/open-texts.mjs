import fs from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { convert } from './references.mjs';

// Markdown that others and we wrote, and files that pandoc and Chromium make of it.

/** As long as a chapter: shorter ones say little, longer ones need minutes. */
const SIZES = { least: 4000, most: 120_000 };
const MOST_TEXTS = 24;
/** Kinds of files that pandoc writes. */
export const WRITTEN = /** @type {const} */ (['docx', 'odt', 'rtf', 'epub', 'html']);

/**
 * Texts in `OPEN_TEXTS` where that is given; else the docs of this project and those of packages that it uses.
 * @returns {Promise<string[]>} spread evenly over all that are there
 */
export async function openTexts() {
  const folders = process.env['OPEN_TEXTS']
    ? [process.env['OPEN_TEXTS']]
    : [path.join(WORKSPACE, 'deploy/docs'), path.join(WORKSPACE, 'node_modules')];
  const found = [];
  for (const folder of folders) {
    const isOfPackages = folder.endsWith('node_modules');
    const all = isOfPackages ? await readmesIn(folder) : await markdownIn(folder);
    found.push(spread(all, Math.ceil(MOST_TEXTS / folders.length)));
  }
  return found.flat();
}

/** @param {string} folder */
async function markdownIn(folder) {
  const names = await fs.readdir(folder, { recursive: true });
  return ofSize(
    names.filter((name) => name.endsWith('.md')).map((name) => path.join(folder, name)),
  );
}

/** @param {string} folder */
async function readmesIn(folder) {
  const packages = await fs.readdir(folder);
  return ofSize(packages.map((name) => path.join(folder, name, 'README.md')));
}

/** @param {string[]} files */
async function ofSize(files) {
  const sizes = await Promise.all(
    files.map((file) =>
      fs.stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return files
    .filter((_, index) => {
      const size = sizes[index] ?? 0;
      return size >= SIZES.least && size <= SIZES.most;
    })
    .sort();
}

/** @template T @param {T[]} all @param {number} most */
function spread(all, most) {
  if (all.length <= most) return all;
  return Array.from(
    { length: most },
    (_, index) => /** @type {T} */ (all[Math.floor((index * all.length) / most)]),
  );
}

const SHARED = `body { font: 10.5pt/1.4 serif; } h1, h2, h3, h4 { line-height: 1.2; }
  table { border-collapse: collapse; } th, td { padding: 2pt 6pt; text-align: left; vertical-align: top; }
  pre { font-size: 8pt; white-space: pre-wrap; } code, th, td, a { overflow-wrap: anywhere; }`;

/** A report, and a book in columns: justified, hyphenated, its headings hardly larger than its text. */
export const LAYOUTS = {
  'one column': `${SHARED} th, td { border: 0.5pt solid #999; }`,
  'two columns': `${SHARED} table { table-layout: fixed; width: 100%; } body { font-size: 9pt; columns: 2; column-gap: 18pt; text-align: justify; hyphens: auto; }
    h1 { font: bold 18pt sans-serif; column-span: all; } h2 { font: bold 13pt sans-serif; } h3 { font: bold 10.5pt sans-serif; }
    h4, h5, h6 { font: italic bold 9pt serif; } p { margin: 0; text-indent: 9pt; }`,
};

/**
 * A PDF as a browser prints it, with a running head and page numbers, without tags or outline: those would say what the
 * headings are.
 * @param {import('playwright-core').Browser} browser
 * @param {{ title: string, body: string, style: string, pages?: number }} book
 */
export async function printed(browser, { title, body, style, pages }) {
  const page = await browser.newPage();
  try {
    await page.route('**', (route) => route.abort());
    await page.setContent(`<!doctype html><html lang="en"><style>${style}</style>${body}`, {
      waitUntil: 'domcontentloaded',
    });
    return await page.pdf({
      format: 'A4',
      margin: { top: '22mm', bottom: '20mm', left: '18mm', right: '18mm' },
      displayHeaderFooter: true,
      headerTemplate: `<p style="font-size:8px;width:100%;text-align:center">${title}</p>`,
      footerTemplate:
        '<p style="font-size:8px;width:100%;text-align:center"><span class="pageNumber"></span></p>',
      printBackground: true,
      tagged: false,
      outline: false,
      ...(pages !== undefined && { pageRanges: `1-${pages}` }),
    });
  } finally {
    await page.close();
  }
}

/** All kinds of one text, below a folder. @param {string} text @param {string} folder @param {string} name */
export async function writtenKinds(text, folder, name) {
  const files = [];
  for (const kind of WRITTEN) {
    const file = path.join(folder, `${name}.${kind}`);
    await convert(text, file);
    files.push({ kind, file });
  }
  return files;
}
