// Folders of a service, or of a project of deploy, are its features. Two that import each other, directly or by way of others, are one feature in
// two places: this rule refuses the imports that close such a circle.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT = /^(.*\/(?:services|deploy)\/([\w-]+)\/src)\/([\w-]+)\//;
const IMPORT = /\bfrom\s+'(\.[^']*)'/g;

/** @typedef {Map<string, Set<string>>} Graph */

/** @param {string} file @param {string} specifier @returns {string | undefined} the folder of the service that it leads to */
function folderOf(file, specifier) {
  return PROJECT.exec(path.posix.join(path.posix.dirname(file), specifier))?.[3];
}

/**
 * Which folders below `src` import which.
 * @param {string} src
 * @returns {Graph}
 */
export function folderGraph(src) {
  /** @type {Graph} */
  const graph = new Map();
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(src, name.replaceAll('\\', '/')))
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file));
  for (const file of files) {
    const from = PROJECT.exec(file)?.[3];
    if (!from) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const to = folderOf(file, specifier);
      if (to && to !== from) targets.add(to);
    }
  }
  return graph;
}

/** @param {Graph} graph @param {string} from @param {string} to @returns {boolean} whether imports lead from one to the other */
function leadsTo(graph, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => leadsTo(graph, next, to, seen));
}

/** Read once in a run: an editor that keeps ESLint alive sees the state of its start. @type {Map<string, Graph>} */
const graphs = new Map();

/** @type {import('eslint').Rule.RuleModule} */
const noCycles = {
  meta: {
    type: 'problem',
    // Pairs of folders that are let through, `from > to`, by service.
    schema: [
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    ],
    messages: {
      cycle: 'The folder {{to}} imports {{from}}, directly or not: {{from}} must not import it.',
    },
  },
  create(context) {
    const file = context.filename.replaceAll('\\', '/');
    const [, src, service, from] = PROJECT.exec(file) ?? [];
    if (!src || !service || !from || /\.spec\.tsx?$/.test(file)) return {};
    const graph = graphs.get(src) ?? folderGraph(src);
    graphs.set(src, graph);
    const known = context.options[0]?.[service] ?? [];
    /** @param {any} node */
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const to = folderOf(file, specifier);
      if (!to || to === from || known.includes(`${from} > ${to}`)) return;
      if (leadsTo(graph, to, from))
        context.report({ node, messageId: 'cycle', data: { from, to } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export const plugin = { rules: { 'no-cycles': noCycles } };

/** Circles that stand, by the service whose owners are to open them. Nothing is added here. */
export const KNOWN_CYCLES = {};
