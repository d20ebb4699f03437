import fs from 'node:fs/promises';
import path from 'node:path';
import { transformFile } from '@swc/core';
import swc from './swc-options.cjs';

const SPEC = /\.(int-|e2e-)?spec\.tsx?$/;

/**
 * Compiles `src` to CommonJS in `dist`, without specs, and copies other files. Builds in a temporary folder
 * and renames it, so a partial `dist` is never visible.
 * @param {string} project folder
 * @returns {Promise<number>} exit code
 */
export async function buildNode(project) {
  const source = path.join(project, 'src');
  const target = path.join(project, 'dist');
  const fresh = `${target}.${process.pid}`;
  await fs.rm(fresh, { recursive: true, force: true });
  for (const entry of await fs.readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || SPEC.test(entry.name) || entry.name.endsWith('.d.ts')) continue;
    const from = path.join(entry.parentPath ?? entry.path, entry.name);
    const to = path.join(fresh, path.relative(source, from));
    await fs.mkdir(path.dirname(to), { recursive: true });
    if (/\.tsx?$/.test(entry.name)) {
      const { code, map } = await transformFile(from, { ...swc.swcNodeOptions(), filename: from });
      const out = to.replace(/\.tsx?$/, '.js');
      await fs.writeFile(out, `${code}\n//# sourceMappingURL=${path.basename(out)}.map\n`);
      if (map) await fs.writeFile(`${out}.map`, map);
    } else await fs.copyFile(from, to);
  }
  await fs.rm(target, { recursive: true, force: true });
  await fs.rename(fresh, target);
  return 0;
}
