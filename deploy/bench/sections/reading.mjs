import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { cleaningUp, goalTable, middle } from '../figures.mjs';
import { launchBrowser } from '../page-load.mjs';
import { f1, headingsFound, pagesRight, wordsFound } from '../reading/compare.mjs';
import { asHtml, BOOK_STYLE, madeBook } from '../reading/made-book.mjs';
import { LAYOUTS, openTexts, printed, WRITTEN, writtenKinds } from '../reading/open-texts.mjs';
import { readFile, textOf } from '../reading/read-file.mjs';
import { headingsOf, htmlOf, installed, referenceText } from '../reading/references.mjs';

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/;
const KINDS = WRITTEN.length + Object.keys(LAYOUTS).length;
const GOALS = { words: 0.99, docx: 0.95, pdf: 0.85, pages: 0.98, seconds: 15, peakMb: 400 };
const BOOK = { pages: 350, passages: 8000 };

/**
 * @typedef {{ kind: string, name: string, share: number, missing: string[], refused?: string,
 *   headings: ReturnType<typeof headingsFound>, pages: ReturnType<typeof pagesRight> }} Figure of one file
 */

/**
 * Words, headings and pages of open texts, beside what pandoc and pdftotext find.
 * @returns {Promise<string | undefined>} nothing where they are not installed
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const { pandoc, pdftotext } = await installed();
    if (!pandoc || !pdftotext) {
      console.error('Not measured: reading needs pandoc and pdftotext (poppler-utils).');
      return undefined;
    }
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-bench-'));
    atEnd(() => fs.rm(folder, { recursive: true }));
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    /** @type {Figure[]} */
    const figures = [];
    for (const [index, original] of (await openTexts()).entries()) {
      const text = path.join(folder, `${index}.md`);
      // What stands before it is about the text; pandoc would make a title of it.
      await fs.writeFile(text, (await fs.readFile(original, 'utf8')).replace(FRONT_MATTER, ''));
      const headings = await headingsOf(text);
      for (const { kind, file } of await kindsOf(browser, text, folder, `${index}`))
        figures.push({ name: path.basename(original), ...(await figureOf(kind, file, headings)) });
      if (process.env['FAULTS']) tellFaults(figures.slice(-KINDS));
    }
    return report(figures, await longBook(browser));
  });

/** @param {import('playwright-core').Browser} browser */
async function longBook(browser) {
  const body = asHtml(madeBook(BOOK.passages));
  const title = 'The Book of the Marsh';
  const file = await printed(browser, { title, body, style: BOOK_STYLE, pages: BOOK.pages });
  const read = await readFile(file, 'Book.pdf');
  return { ...read, lastPage: read.passages.at(-1)?.page };
}

/** @param {import('playwright-core').Browser} browser @param {string} text @param {string} folder @param {string} name */
async function kindsOf(browser, text, folder, name) {
  const files = /** @type {{ kind: string, file: string }[]} */ (
    await writtenKinds(text, folder, name)
  );
  for (const [layout, style] of Object.entries(LAYOUTS)) {
    const file = path.join(folder, `${name} in ${layout}.pdf`);
    const body = await htmlOf(text);
    await fs.writeFile(
      file,
      await printed(browser, { title: path.basename(text, '.md'), body, style }),
    );
    files.push({ kind: `pdf, ${layout}`, file });
  }
  return files;
}

/** @param {string} kind @param {string} file @param {import('../reading/references.mjs').Heading[]} headings */
async function figureOf(kind, file, headings) {
  const reference = (await referenceText(file)) ?? '';
  const read = await readFile(await fs.readFile(file), path.basename(file));
  const { wanted, missing } = wordsFound(textOf(read), reference);
  return {
    kind,
    share: wanted === 0 ? 1 : 1 - missing.length / wanted,
    missing,
    headings: headingsFound(read.passages, headings),
    pages: pagesRight(read.passages, reference),
    ...(read.refused && { refused: read.refused }),
  };
}

/** For whoever mends the reader. @param {Figure[]} figures */
function tellFaults(figures) {
  for (const { kind, name, share, missing, refused, headings, pages } of figures) {
    if (share === 1 && !refused && headings.missing.length + headings.wrong.length === 0) continue;
    console.error(
      JSON.stringify({
        kind,
        name,
        share: share.toFixed(4),
        refused,
        words: missing.slice(0, 12),
        noHeading: headings.missing.slice(0, 12),
        wrongHeading: headings.wrong.slice(0, 12),
        pages: pages.wrong.slice(0, 6),
      }),
    );
  }
}

/** @param {Figure[]} figures @param {Awaited<ReturnType<typeof longBook>>} book */
function report(figures, book) {
  const kinds = [...new Set(figures.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const of = figures.filter((figure) => figure.kind === kind);
    const headings = of.map((figure) => figure.headings);
    const found = headings.reduce((sum, each) => sum + each.found, 0);
    const levels = headings.reduce((sum, each) => sum + each.levels, 0);
    const [right, wrong] = placesOf(of);
    return [
      kind,
      of.length,
      percent(middle(of.map(({ share }) => share))),
      percent(Math.min(...of.map(({ share }) => share))),
      f1(headings).toFixed(3),
      percent(levels / (found || 1)),
      right + wrong > 0 ? percent(right / (right + wrong)) : '',
    ];
  });
  const pdfs = figures.filter(({ kind }) => kind.startsWith('pdf'));
  const headingsIn = (/** @type {Figure[]} */ of) => f1(of.map(({ headings }) => headings));
  const words = middle(figures.map(({ share }) => share));
  const docx = headingsIn(figures.filter(({ kind }) => kind === 'docx'));
  const pdf = headingsIn(pdfs);
  const [right, wrong] = placesOf(pdfs);
  const pages = right / (right + wrong || 1);
  const refused = figures.filter((figure) => figure.refused);
  return [
    '## Text of files',
    '',
    `${figures.filter(({ kind }) => kind === 'docx').length} open Markdown texts, written by pandoc as five kinds of files and printed by Chromium in two layouts, without tags and`,
    'outline, with running heads and page numbers. Words: of those of three letters and more that pandoc and pdftotext find',
    'in the same file, how many we find. Headings: F1 of all files together against the Markdown; the level as there. Pages: passages that',
    'begin on the page that they say, by pdftotext.',
    '',
    '| Kind | Files | Words, median | Words, worst | Headings, F1 | Level right | Page right |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    refused.length === 0
      ? 'None was refused.'
      : `Refused: ${refused.map(({ name, kind, refused: why }) => `${name} as ${kind} (${why})`).join(', ')}.`,
    '',
    `A rule book of ${book.lastPage} pages that a script writes, ${book.passages.length} passages: ${book.cpuSeconds.toFixed(1)} s of a core, ${book.peakMb.toFixed(0)} MB at most.`,
    '',
    ...goalTable([
      {
        goal: `Median of words found at least ${percent(GOALS.words)}`,
        seen: percent(words),
        met: words >= GOALS.words,
      },
      {
        goal: `Headings of DOCX, F1 at least ${GOALS.docx}`,
        seen: docx.toFixed(3),
        met: docx >= GOALS.docx,
      },
      {
        goal: `Headings of PDF, F1 at least ${GOALS.pdf}`,
        seen: pdf.toFixed(3),
        met: pdf >= GOALS.pdf,
      },
      {
        goal: `Page right of at least ${percent(GOALS.pages)} of passages`,
        seen: percent(pages),
        met: pages >= GOALS.pages,
      },
      {
        goal: `A PDF of ${BOOK.pages} pages in at most ${GOALS.seconds} s of a core`,
        seen: book.cpuSeconds.toFixed(1),
        met: book.cpuSeconds <= GOALS.seconds && book.lastPage === BOOK.pages,
      },
      {
        goal: `… its process at most ${GOALS.peakMb} MB`,
        seen: book.peakMb.toFixed(0),
        met: book.peakMb <= GOALS.peakMb,
      },
    ]),
  ].join('\n');
}

/** @param {Figure[]} figures */
const placesOf = (figures) => [
  figures.reduce((sum, { pages }) => sum + pages.right, 0),
  figures.reduce((sum, { pages }) => sum + pages.wrong.length, 0),
];

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(1)} %`;
