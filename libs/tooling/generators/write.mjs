// Writes a plan atomically and never overwrites existing files.
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';

/**
 * As `npm run format` would leave them.
 * @param {string} root
 * @param {Map<string, string>} files
 */
export async function formatted(root, files) {
  const result = new Map();
  for (const [file, text] of files) {
    const where = path.join(root, file);
    const { inferredParser } = await prettier.getFileInfo(where, {
      ignorePath: path.join(root, '.prettierignore'),
    });
    const options = { ...(await prettier.resolveConfig(where)), filepath: where };
    result.set(file, inferredParser ? await prettier.format(text, options) : text);
  }
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
