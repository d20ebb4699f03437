import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';

/** Beside a project's package.json: how large its scripts may become. */
const FILE = 'size-budget.json';

/**
 * Refuses a build whose scripts have outgrown the project's budget. A project without a budget may be of
 * any size.
 * @param {string} project
 * @param {string} dist
 * @returns {Promise<string | undefined>} what is wrong, for the person who builds
 */
export async function overBudget(project, dist) {
  const budget = await readBudget(project);
  if (budget === undefined) return undefined;
  const size = await scriptsGzip(dist);
  if (size <= budget) return undefined;
  return (
    `The scripts of ${path.basename(project)} are ${size} bytes compressed, over the ${budget} of its ` +
    `${FILE}. Take something out, load it later, or raise the budget in the same commit and say why.`
  );
}

/** @param {string} project @returns {Promise<number | undefined>} */
export async function readBudget(project) {
  const file = path.join(project, FILE);
  const text = await fs.readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { scriptsGzipBytes } = JSON.parse(text);
  if (!Number.isInteger(scriptsGzipBytes)) throw new Error(`${file} needs "scriptsGzipBytes".`);
  return scriptsGzipBytes;
}

/** All scripts of a build, each compressed alone as it travels. @param {string} dist */
export async function scriptsGzip(dist) {
  const entries = await fs.readdir(dist, { recursive: true });
  const scripts = entries.map(String).filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(
      async (file) => zlib.gzipSync(await fs.readFile(path.join(dist, file)), { level: 9 }).length,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
