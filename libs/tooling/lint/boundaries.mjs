// Allowed imports between projects, by the tags `type:*`, `platform:*` and `scope:*` in each project's
// package.json. Deny by default: a project with an unlisted tag may not import from the workspace. Apps and
// services do not import each other; browser code and server code are separate; a scope imports only itself
// and shared code.
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CONTRACT = 'type:contract';
/** Pure code that browser and services run. */
const SHARED_LIB = 'type:shared-lib';

/** Allowed imports: from a tag to the tags of importable projects. */
const ALLOWED = {
  [CONTRACT]: [CONTRACT],
  [SHARED_LIB]: [CONTRACT],
  'type:server-lib': [CONTRACT, SHARED_LIB, 'type:server-lib'],
  'type:service': [CONTRACT, SHARED_LIB, 'type:server-lib', 'type:testing'],
  'type:web-lib': [CONTRACT, 'type:web-lib'],
  'type:remote': [CONTRACT, SHARED_LIB, 'type:web-lib'],
  'type:shell': [CONTRACT, 'type:web-lib'],
  'type:testing': [CONTRACT, 'type:server-lib', 'type:deploy'],
  'type:deploy': [CONTRACT, SHARED_LIB, 'type:server-lib', 'type:deploy'],
  'type:e2e': [CONTRACT, 'type:testing', 'type:deploy', 'type:web-lib'],
  'type:tooling': [],
  'platform:node': ['platform:node', 'platform:any', 'platform:web'],
  'platform:web': ['platform:web', 'platform:any'],
  'platform:any': ['platform:any'],
};

/** Scopes that import other scopes in addition to shared code. */
const WIDER_SCOPES = {
  // Tests run on the parts that the launcher starts; the browser tests on the whole product.
  'scope:testing': ['scope:deploy'],
  'scope:e2e': ['scope:deploy', 'scope:testing'],
};
/** Open to every scope; `type:testing` limits who imports the latter. */
const SHARED = ['scope:shared', 'scope:testing'];

/**
 * @typedef {{ name: string, folder: string, tags: readonly string[], declared: ReadonlySet<string> }} Project
 */

/** @type {Map<string, Project | undefined>} by folder */
const projects = new Map();

/** The project that a file or folder belongs to: the nearest package.json above that carries tags. */
function projectOf(/** @type {string} */ place) {
  if (place === ROOT || path.dirname(place) === place) return undefined;
  if (!projects.has(place))
    projects.set(place, readProject(place) ?? projectOf(path.dirname(place)));
  return projects.get(place);
}

/** @param {string} folder @returns {Project | undefined} */
function readProject(folder) {
  const file = path.join(folder, 'package.json');
  if (!fs.existsSync(file)) return undefined;
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'));
  const { name, nx, dependencies, devDependencies, peerDependencies } = manifest;
  if (!nx?.tags) return undefined;
  const declared = new Set(
    Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
  );
  return { name, folder, tags: nx.tags, declared };
}

/**
 * The reason why a file may not import another; undefined if the import is allowed.
 * @param {string} file
 * @param {string} request as written in the import
 */
function breach(file, request) {
  const from = projectOf(path.dirname(file));
  if (!from) return undefined;
  if (request.startsWith('.')) {
    const to = projectOf(path.resolve(path.dirname(file), request));
    return to && to !== from ? `Import ${to.name} by its name, not by a path.` : undefined;
  }
  const [name] = /^@tomekeeper\/[^/]+/.exec(request) ?? [];
  if (!name) return undefined;
  if (name === from.name) return 'Import files of the same project by their path.';
  if (!from.declared.has(name)) return `${from.name} does not declare ${name} in its package.json.`;
  const to = readProject(fs.realpathSync(path.join(ROOT, 'node_modules', name)));
  return to && forbidden(from, to);
}

/** @param {Project} from @param {Project} to @returns {string | undefined} */
export function forbidden(from, to) {
  for (const tag of from.tags) {
    // Contracts are for every scope that declares them.
    if (tag.startsWith('scope:') && to.tags.includes(CONTRACT)) continue;
    const allowed = tag.startsWith('scope:')
      ? [tag, ...SHARED, ...(WIDER_SCOPES[tag] ?? [])]
      : (ALLOWED[tag] ?? []);
    if (!to.tags.some((other) => allowed.includes(other)))
      return `${tag} (${from.name}) may not import ${to.name} (${to.tags.join(', ')}).`;
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const boundaries = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (/** @type {any} */ source) => {
      if (typeof source?.value !== 'string') return;
      const message = breach(context.filename, source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      TSImportType: (/** @type {any} */ { source }) => check(source),
      'CallExpression[callee.name="require"]': (/** @type {any} */ { arguments: given }) =>
        check(given[0]),
    };
  },
};
