// Refuses imports that close a cycle between sibling modules. Modules are the folders and files directly below `src` of a service,
// an app or a project of deploy, and the feature folders of an app, directly below its `src/features`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SRC = /^(.*\/(?:services|deploy|apps)\/[\w-]+\/src)\/(.+)$/;
const FEATURES = /^(.*\/apps\/[\w-]+\/src\/features)\/(.+)$/;
const APP = /^.*\/apps\/([\w-]+)\/src(?=\/)/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g;
const TEST = /\.spec\.tsx?$/;

/** @typedef {Map<string, Set<string>>} Graph */

/** @param {RegExp} level @param {string} file @returns {[parent: string, module: string] | undefined} */
function moduleOf(level, file) {
  const [, parent, rest] = level.exec(file) ?? [];
  if (!parent || !rest) return undefined;
  return [parent, /^[^/]+(?=\/)/.exec(rest)?.[0] ?? rest.replace(/\.tsx?$/, '')];
}

/** @param {RegExp} level @param {string} file @param {string} specifier @returns {string | undefined} the imported module */
function importedModule(level, file, specifier) {
  return moduleOf(level, path.posix.join(path.posix.dirname(file), specifier))?.[1];
}

/**
 * Returns the imports between the modules directly below `parent`; tests do not count.
 * @param {RegExp} level
 * @param {string} parent
 * @returns {Graph}
 */
function readGraph(level, parent) {
  /** @type {Graph} */
  const graph = new Map();
  const files = readdirSync(parent, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(parent, name.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file));
  for (const file of files) {
    const from = moduleOf(level, file)?.[1];
    if (!from) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = importedModule(level, file, specifier);
      if (to && to !== from) targets.add(to);
    }
  }
  return graph;
}

/** @param {Graph} graph @param {string} from @param {string} to @returns {boolean} whether `from` imports `to`, directly or not */
function leadsTo(graph, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => leadsTo(graph, next, to, seen));
}

/** Cached for one run: an editor that keeps the linter alive sees the state of its start. @type {Map<string, Graph>} */
const graphs = new Map();

/** @param {RegExp} level @param {string} parent */
function graphOf(level, parent) {
  const graph = graphs.get(parent) ?? readGraph(level, parent);
  graphs.set(parent, graph);
  return graph;
}

/** @type {import('eslint').Rule.RuleModule} */
export const noCycles = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      cycle: '{{to}} imports {{from}}, directly or indirectly: {{from}} must not import it.',
      noFeatures:
        'The app {{app}} has no src/features: an app keeps its features in folders there.',
    },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    if (TEST.test(file)) return {};
    /** @param {any} node */
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      for (const level of [SRC, FEATURES]) {
        const [parent, from] = moduleOf(level, file) ?? [];
        const to = importedModule(level, file, specifier);
        if (!parent || !from || !to || to === from) continue;
        if (leadsTo(graphOf(level, parent), to, from))
          context.report({ node, messageId: 'cycle', data: { from, to } });
      }
    };
    return {
      Program(node) {
        const [src, app] = APP.exec(file) ?? [];
        if (src && app && !existsSync(path.join(src, 'features')))
          context.report({ node, messageId: 'noFeatures', data: { app } });
      },
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
