import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// What programs that everybody knows find in a file.

const run = promisify(execFile);
const OPTIONS = { maxBuffer: 512 * 1024 * 1024, timeout: 120_000 };
const PANDOC_READS = ['docx', 'odt', 'rtf', 'epub', 'html', 'md'];

/** @param {string} program @param {string[]} args */
const isThere = (program, args) =>
  run(program, args).then(
    () => true,
    () => false,
  );

/** Which of them are installed here. */
export const installed = async () => ({
  pandoc: await isThere('pandoc', ['--version']),
  pdftotext: await isThere('pdftotext', ['-v']),
});

/**
 * The words of a file as pdftotext or pandoc finds them, pages parted by form feeds.
 * @param {string} file @returns {Promise<string | undefined>} none where they can not read it
 */
export async function referenceText(file) {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  try {
    if (ending === 'pdf') return (await run('pdftotext', ['-q', file, '-'], OPTIONS)).stdout;
    const from = ending === 'docm' || ending === 'dotx' ? 'docx' : ending;
    if (!PANDOC_READS.includes(from)) return undefined;
    const format = from === 'md' ? 'gfm' : from;
    const args = ['-f', format, '-t', 'plain', '--wrap=none', '--sandbox', file];
    return (await run('pandoc', args, OPTIONS)).stdout;
  } catch {
    return undefined;
  }
}

/** @typedef {{ level: number, text: string }} Heading */

/** Headings of a Markdown text, outside of quotes and lists. @param {string} file @returns {Promise<Heading[]>} */
export async function headingsOf(file) {
  const { stdout } = await run('pandoc', ['-f', 'gfm', '-t', 'json', file], OPTIONS);
  return JSON.parse(stdout)
    .blocks.filter((/** @type {{ t: string }} */ { t }) => t === 'Header')
    .map((/** @type {{ c: [number, unknown, unknown] }} */ { c: [level, , inlines] }) => ({
      level,
      text: wordsIn(inlines),
    }));
}

/** @param {unknown} node of pandoc's own tree @returns {string} */
function wordsIn(node) {
  if (Array.isArray(node)) return node.map(wordsIn).join('');
  const { t, c } = /** @type {{ t?: string, c?: any }} */ (Object(node));
  if (t === 'Str') return c;
  if (t === 'Space' || t === 'SoftBreak' || t === 'LineBreak') return ' ';
  if (t === 'Code' || t === 'Math') return c[1];
  if (t === 'RawInline' || t === 'Image') return '';
  return typeof node === 'object' && c !== undefined ? wordsIn(c) : '';
}

/** A Markdown text as another kind of file. @param {string} from @param {string} to */
export const convert = (from, to) =>
  run('pandoc', ['-f', 'gfm', '--standalone', '--quiet', from, '-o', to], OPTIONS);

/** A Markdown text as what stands in a page's body. @param {string} file */
export const htmlOf = async (file) =>
  (await run('pandoc', ['-f', 'gfm', '-t', 'html5', file], OPTIONS)).stdout;
