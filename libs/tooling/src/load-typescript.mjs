import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { transformSync } from '@swc/core';
import swc from './swc-options.cjs';

const SOURCE_CONDITION = '@tomekeeper/source';

/**
 * Evaluates a TypeScript file in this process and gives its exports, workspace libraries taken from
 * their source: a build may ask a contract without the contract being built first.
 * @param {string} file
 * @param {Map<string, unknown>} [loaded]
 * @returns {Record<string, any>}
 */
export function loadTypeScript(file, loaded = new Map()) {
  const known = loaded.get(file);
  if (known) return known;
  const module = { exports: {} };
  loaded.set(file, module.exports);
  const nativeRequire = createRequire(file);
  const require = (/** @type {string} */ request) => {
    const target = resolveSource(request, file, nativeRequire);
    return target ? loadTypeScript(target, loaded) : nativeRequire(request);
  };
  const { code } = transformSync(fs.readFileSync(file, 'utf8'), {
    ...swc.swcNodeOptions(),
    sourceMaps: false,
    filename: file,
  });
  new Function('require', 'module', 'exports', code)(require, module, module.exports);
  loaded.set(file, module.exports);
  return module.exports;
}

/**
 * @param {string} request
 * @param {string} from
 * @param {NodeJS.Require} nativeRequire
 * @returns {string | undefined} a TypeScript file, or undefined if Node resolves the request
 */
function resolveSource(request, from, nativeRequire) {
  if (request.startsWith('.')) {
    const base = path.resolve(path.dirname(from), request);
    const tries = [`${base}.ts`, `${base}.tsx`, path.join(base, 'index.ts')];
    return tries.find((candidate) => fs.existsSync(candidate));
  }
  const [, name, rest] = /^(@tomekeeper\/[^/]+)(\/.*)?$/.exec(request) ?? [];
  if (!name) return undefined;
  const folder = (nativeRequire.resolve.paths(name) ?? [])
    .map((modules) => path.join(modules, name))
    .find((candidate) => fs.existsSync(candidate));
  if (!folder) return undefined;
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const entry = manifest.exports[`.${rest ?? ''}`];
  const source = typeof entry === 'string' ? entry : entry?.[SOURCE_CONDITION];
  return source && path.join(fs.realpathSync(folder), source);
}
