// Formats generated text as `npm run format` does.
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const STYLE = JSON.parse(fs.readFileSync(path.join(ROOT, '.oxfmtrc.json'), 'utf8'));
delete STYLE.ignorePatterns;

/**
 * @param {string} file name, whose extension determines the language
 * @param {string} text
 * @returns {Promise<string>} unchanged for languages without a formatter
 * @throws on syntax errors
 */
export async function formatText(file, text) {
  const { code, errors } = await format(path.basename(file), text, STYLE);
  const [error] = errors;
  if (!error) return code;
  if (error.message.startsWith('Unsupported file type')) return text;
  throw new Error(`${file}: ${error.message}`);
}
