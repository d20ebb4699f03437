import fs from 'node:fs/promises';
import path from 'node:path';
import webpack from 'webpack';
import { remoteConfig } from '../webpack/remote.mjs';
import { FIRST_CALLS, shellConfig, SIGNED_IN_CHUNK } from '../webpack/shell.mjs';
import { listedIntegrity } from '../webpack/chunk-integrity-plugin.mjs';
import { compile } from './compile.mjs';
import { precompress } from './precompress.mjs';
import { chunkPreloads, preloadsOf, scriptPreload } from './preloads.mjs';
import { isPrerendered, prerenderRemote, prerenderShell } from './prerender.mjs';
import { projectKind } from './project-kind.mjs';
import {
  containerName,
  readRemoteConfig,
  remoteManifest,
  shellManifest,
} from './remote-manifest.mjs';
import { overBudget } from './size-budget.mjs';
import { sourceHash } from './source-hash.mjs';

/**
 * Builds the shell or a remote into `dist`. Builds in a temporary folder and renames it, so a partial `dist`
 * is never visible; with `watch` it rebuilds in place until the process ends.
 * @param {string} project folder
 * @param {{ watch?: boolean }} [options]
 * @returns {Promise<number>} exit code
 */
export async function buildWeb(project, { watch = false } = {}) {
  const target = path.join(project, 'dist');
  const dist = watch ? target : `${target}.${process.pid}`;
  const web =
    projectKind(project) === 'shell'
      ? shellBuild(project, dist, watch)
      : remoteBuild(project, dist, watch);
  if (watch) return watchWeb(web);
  try {
    const stats = await compile(web.config);
    if (report(stats)) return 1;
    await web.finish(stats);
    const problem = await overBudget(project, dist);
    if (problem) {
      console.error(problem);
      return 1;
    }
    await precompress(dist);
    await fs.rm(target, { recursive: true, force: true });
    await fs.rename(dist, target);
    return 0;
  } finally {
    await fs.rm(dist, { recursive: true, force: true });
  }
}

/** @param {string} project @param {string} dist @param {boolean} watch */
function shellBuild(project, dist, watch) {
  const config = shellConfig({ project, dist, watch });
  return {
    config,
    finish: async (/** @type {webpack.Stats} */ { compilation }) => {
      // The ship command reads the contract version, the gateway the files of signed-in pages.
      const manifest = watch
        ? shellManifest([])
        : shellManifest(
            chunkPreloads(SIGNED_IN_CHUNK, compilation, dist),
            scriptPreload(FIRST_CALLS, compilation, dist),
          );
      await fs.writeFile(path.join(dist, 'shell.json'), `${JSON.stringify(manifest)}\n`);
      if (watch || !isPrerendered(project)) return;
      await prerenderShell({ project, dist, uniqueName: uniqueNameOf(config) });
    },
  };
}

/** @param {string} project @param {string} dist @param {boolean} watch */
function remoteBuild(project, dist, watch) {
  const declared = readRemoteConfig(project);
  const container = containerName(declared.id);
  const isFirstVisit = isPrerendered(project);
  const config = remoteConfig({
    project,
    dist,
    watch,
    container,
    sourceHash: sourceHash(project),
    isFirstVisit,
  });
  return {
    config,
    finish: async (/** @type {webpack.Stats} */ stats) => {
      const entry = stats.compilation.entrypoints
        .get(container)
        ?.getFiles()
        .find((file) => file.endsWith('.js'));
      if (!entry) throw new Error(`The build of ${declared.id} has no entry.`);
      const files = isFirstVisit && !watch ? listedIntegrity(stats.compilation) : undefined;
      const preloads = watch ? undefined : preloadsOf(declared, stats.compilation, dist);
      const built = { container, entry, ...(files && { files }), ...(preloads && { preloads }) };
      const manifest = remoteManifest(declared, built);
      await fs.writeFile(path.join(dist, 'remote.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      if (watch || !isFirstVisit) return;
      await prerenderRemote({ project, dist, uniqueName: uniqueNameOf(config), stats });
    },
  };
}

/** @param {{ config: webpack.Configuration, finish: (stats: webpack.Stats) => Promise<void> }} web */
function watchWeb(web) {
  return new Promise((resolve) => {
    const watching = webpack(web.config).watch({ aggregateTimeout: 100 }, (error, stats) => {
      if (error || !stats) return console.error(error);
      if (report(stats)) return undefined;
      return web.finish(stats).then(
        () => console.log(`built in ${stats.endTime - stats.startTime} ms`),
        (reason) => console.error(String(reason)),
      );
    });
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => watching?.close(() => resolve(0)));
    }
  });
}

/**
 * Prints errors and warnings.
 * @param {webpack.Stats} stats
 * @returns {boolean} whether the build failed
 */
function report(stats) {
  if (stats.hasErrors() || stats.hasWarnings()) {
    console.error(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
  }
  return stats.hasErrors();
}

/** The salt of class names, which prerendered pages must share. @param {webpack.Configuration} config */
const uniqueNameOf = ({ output }) => output?.uniqueName ?? '';
