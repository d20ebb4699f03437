import fs from 'node:fs/promises';
import path from 'node:path';
import { middle } from '../figures.mjs';
import { wordsFound } from '../reading/compare.mjs';
import { readFile, textOf } from '../reading/read-file.mjs';
import { installed, referenceText } from '../reading/references.mjs';

const ENDINGS = ['pdf', 'docx', 'docm', 'dotx', 'odt', 'rtf', 'epub', 'html', 'htm', 'doc'];
/** Fewer words than these say nothing of how many are found. */
const FEW_WORDS = 5;

/**
 * @typedef {{ corpus: string, ending: string, name: string, refused?: string, seconds: number, peakMb: number,
 *   wanted: number, missing: string[], isReadElsewhere: boolean }} Figure of one file
 */

/**
 * What is read of files that nobody here made: those below `CORPORA`, a folder with one folder of each collection.
 * @returns {Promise<string | undefined>} nothing where none is given
 */
export async function measure() {
  const folder = process.env['CORPORA'];
  if (!folder) return undefined;
  const { pandoc, pdftotext } = await installed();
  if (!pandoc || !pdftotext) throw new Error('This section needs pandoc and pdftotext.');
  /** @type {Figure[]} */
  const figures = [];
  for (const corpus of (await fs.readdir(folder)).sort()) {
    const place = path.join(folder, corpus);
    if (!(await fs.stat(place)).isDirectory()) continue;
    for (const name of (await fs.readdir(place, { recursive: true })).sort()) {
      const ending = path.extname(name).slice(1).toLowerCase();
      if (!ENDINGS.includes(ending) || !(await fs.stat(path.join(place, name))).isFile()) continue;
      const figure = { corpus, ending, name, ...(await figureOf(path.join(place, name))) };
      figures.push(figure);
      if (process.env['FAULTS']) console.error(JSON.stringify(figure));
    }
  }
  return report(figures);
}

/** @param {string} file */
async function figureOf(file) {
  const reference = await referenceText(file);
  const read = await readFile(await fs.readFile(file), path.basename(file));
  const { wanted, missing } = wordsFound(textOf(read), reference ?? '');
  return {
    wanted,
    missing: missing.slice(0, 20),
    share: wanted === 0 ? 1 : 1 - missing.length / wanted,
    isReadElsewhere: wanted >= FEW_WORDS,
    seconds: read.seconds,
    peakMb: read.peakMb,
    ...(read.refused && { refused: read.refused }),
  };
}

/** @param {(Figure & { share: number })[]} figures */
function report(figures) {
  /** @type {Map<string, typeof figures>} */
  const groups = new Map();
  for (const figure of figures) {
    const group = `${figure.corpus} | ${figure.ending}`;
    groups.set(group, [...(groups.get(group) ?? []), figure]);
  }
  return [
    '## Open collections',
    '',
    `${figures.length} files that nobody here made, each read as the worker does. "Compared" are those that were read and in which pandoc or`,
    `pdftotext find ${FEW_WORDS} words or more; "only elsewhere" those that they read and we do not.`,
    '',
    '| Collection | Kind | Files | Read | Without text | Locked | Not supported | Damaged | Too large | Child ended | Only elsewhere | Compared | Words, median | At least 90 % |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...[...groups].map(([group, of]) => row(group, of)),
    row('all | ', figures),
  ].join('\n');
}

const REASONS = ['no_text', 'locked', 'unsupported', 'damaged', 'too_large'];

/** @param {string} group @param {(Figure & { share: number })[]} of */
function row(group, of) {
  const refused = of.filter((figure) => figure.refused !== undefined);
  const compared = of.filter((figure) => !figure.refused && figure.isReadElsewhere);
  const cells = [
    of.length,
    of.length - refused.length,
    ...REASONS.map((reason) => refused.filter((figure) => figure.refused === reason).length),
    refused.filter((figure) => !REASONS.includes(String(figure.refused))).length,
    refused.filter(({ isReadElsewhere }) => isReadElsewhere).length,
    compared.length,
    compared.length > 0 ? `${(middle(compared.map(({ share }) => share)) * 100).toFixed(1)} %` : '',
    compared.filter(({ share }) => share >= 0.9).length,
  ];
  return `| ${group} | ${cells.join(' | ')} |`;
}
