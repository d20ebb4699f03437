// Lints all projects at once for `npm test`: the same rules with three TypeScript programs instead of thirty,
// each of which would load and check the libraries again.
import path from 'node:path';
import { workspaceRules } from './workspace-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const program = (/** @type {string} */ tsconfig) => ({
  parserOptions: { projectService: false, project: path.join(ROOT, tsconfig) },
});

export default [
  ...workspaceRules(ROOT),
  { files: ['**/*.ts'], languageOptions: program('libs/tooling/tsconfig/whole/node.json') },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/web/**/*.{ts,tsx}'],
    languageOptions: program('libs/tooling/tsconfig/whole/web.json'),
  },
  { files: ['apps/web-e2e/src/**/*.ts'], languageOptions: program('apps/web-e2e/tsconfig.json') },
];
