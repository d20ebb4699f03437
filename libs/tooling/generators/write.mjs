// Writes a plan atomically and never overwrites existing files.
import fs from 'node:fs';
import path from 'node:path';
import { formatText } from '../src/format-text.mjs';

/**
 * Files as `npm run format` would leave them.
 * @param {Map<string, string>} files
 */
export async function formatted(files) {
  const result = new Map();
  for (const [file, text] of files) result.set(file, await formatText(file, text));
  return result;
}

/**
 * @param {string} root
 * @param {Map<string, string>} created
 * @param {Map<string, string>} changed
 */
export function write(root, created, changed) {
  const undo = [];
  try {
    for (const [file, text] of created) {
      const where = path.join(root, file);
      const made = fs.mkdirSync(path.dirname(where), { recursive: true });
      if (made) undo.push(() => fs.rmSync(made, { recursive: true, force: true }));
      fs.writeFileSync(where, text, { flag: 'wx' });
      undo.push(() => fs.rmSync(where, { force: true }));
    }
    for (const [file, text] of changed) {
      const where = path.join(root, file);
      const before = fs.readFileSync(where);
      undo.push(() => fs.writeFileSync(where, before));
      fs.writeFileSync(where, text);
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw error;
  }
}
