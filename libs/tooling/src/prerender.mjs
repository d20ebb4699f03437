import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { prerenderConfig, PRERENDER_SCRIPT } from '../webpack/prerender.mjs';
import { WORKSPACE } from '../webpack/base.mjs';
import { EXPOSED_CHUNK } from '../webpack/sharing.mjs';
import { compile } from './compile.mjs';
import { loadTypeScript } from './load-typescript.mjs';
import { chunkFiles } from './preloads.mjs';

const CONTRACT = path.join(WORKSPACE, 'libs/contracts/federation/src/index.ts');

/** @param {string} project folder @returns {boolean} whether its pages are rendered at build time */
export const isPrerendered = (project) => fs.existsSync(path.join(project, 'src/prerender.tsx'));

/**
 * Renders the pages of a remote into `prerendered.json` of its build.
 * @param {{ project: string, dist: string, uniqueName: string, stats: import('webpack').Stats }} build
 */
export async function prerenderRemote({ project, dist, uniqueName, stats }) {
  const { prerenderedPages, PRERENDERED_PLACES } = loadTypeScript(CONTRACT);
  const publicPath = `${PRERENDERED_PLACES.publicUrl}${PRERENDERED_PLACES.baseUrl}`;
  const rendered = await run({ project, dist, uniqueName, publicPath });
  const pages = rendered.map((/** @type {{ chunk: string }} */ { chunk, ...page }) => ({
    ...page,
    styles: filesOf(stats, chunk, '.css'),
    scripts: filesOf(stats, chunk, '.js'),
  }));
  const checked = prerenderedPages.parse({ pages });
  fs.writeFileSync(path.join(dist, 'prerendered.json'), `${JSON.stringify(checked, null, 2)}\n`);
}

/**
 * Renders the shell's frame into files below `prerendered/` of its build.
 * @param {{ project: string, dist: string, uniqueName: string }} build
 */
export async function prerenderShell({ project, dist, uniqueName }) {
  const files = await run({ project, dist, uniqueName, publicPath: '/' });
  fs.mkdirSync(path.join(dist, 'prerendered'));
  for (const [name, html] of Object.entries(files)) {
    fs.writeFileSync(path.join(dist, 'prerendered', name), html);
  }
}

/** @param {{ project: string, dist: string, uniqueName: string, publicPath: string }} build */
async function run(build) {
  const stats = await compile(prerenderConfig(build));
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-warnings' }));
  const script = path.join(build.dist, PRERENDER_SCRIPT);
  try {
    return createRequire(script)(script).prerender();
  } finally {
    fs.rmSync(script);
  }
}

/**
 * Files of a page in addition to the entry.
 * @param {import('webpack').Stats} stats
 * @param {string} chunk
 * @param {string} ending
 * @returns {string[]}
 */
function filesOf({ compilation }, chunk, ending) {
  const files = [EXPOSED_CHUNK, chunk].flatMap((name) => chunkFiles(compilation, name));
  return [...new Set(files)].filter((file) => file.endsWith(ending));
}
