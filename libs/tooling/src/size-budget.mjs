import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';

/** Located next to a project's package.json: the size limit of its scripts. */
const FILE = 'size-budget.json';

/**
 * Checks the size budget of a build. Projects without a budget are unlimited.
 * @param {string} project
 * @param {string} dist
 * @returns {Promise<string | undefined>} an error message if the budget is exceeded
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

/**
 * Total size of all scripts of a build, compressed individually as they are sent.
 * @param {string} dist
 */
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
