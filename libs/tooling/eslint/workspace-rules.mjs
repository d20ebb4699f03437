import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { plugin as workspace } from './boundaries.mjs';
import { plugin as folders } from './folder-cycles.mjs';
import { plugin as tests } from './tests-can-fail.mjs';

const TESTS = [
  '**/*.spec.{ts,tsx}',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  '**/*.long-spec.ts',
  '**/test/**',
  'deploy/tests/**',
  'libs/testing/**',
];

/** Files that may select all passages: extraction, the editing of notes, erasure, and the viewer-scoped queries themselves. */
const READS_ALL_PASSAGES = [
  'services/document/src/passages/all-passages.ts',
  'services/document/src/passages/visible/visible-*.ts',
  'services/document/src/passages/editing/{edit-passages,passage-history}.ts',
  'services/document/src/change-feed/change-feed.ts',
  // Shows without keeping check their recipients in SQL.
  'services/document/src/passages/audiences/temporary-show.ts',
  // Audience changes by GMs need the classes of all passages.
  'services/document/src/passages/audiences/{change-classes,handouts}.ts',
  // Handouts copy passages of their source, which hides them.
  'services/document/src/passages/handouts/*.ts',
  // Only whether a document has hidden passages.
  'services/document/src/access/visible-documents.ts',
  'services/document/src/notes/**/*.ts',
  // Saves imported notes for GMs.
  'services/document/src/imports/saving/{imported-passage-ids,imported-text,save-import,save-note}.ts',
  // Whether the campaign has room for imported notes of players.
  'services/document/src/imports/saving/records/imported-player-notes.ts',
  // Makes notes of files, for GMs only.
  'services/document/src/versions/editable.service.ts',
  // Hide sentences of recaps together with their sources.
  'services/document/src/passages/recaps/*.ts',
  // Writes recaps for GMs, from passages that players see.
  'services/document/src/recaps/*.ts',
  // For GMs only: the ledger, and names that players do not know yet.
  'services/document/src/{ledger,spoiler-check}/*.ts',
  'services/document/src/db/tables/*.ts',
  'services/document/src/extraction-jobs/*.ts',
  'services/document/src/storage/object-removal.ts',
];

const NO_DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a name that can be searched for.',
};

/**
 * The one ESLint configuration of the workspace.
 * @param {string} root folder of the workspace
 * @returns {import('eslint').Linter.Config[]}
 */
export function workspaceRules(root) {
  return tseslint.config(
    { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', '.nx/**', '**/dist.*/**'] },
    js.configs.recommended,
    {
      files: ['**/*.{ts,tsx}'],
      extends: [...tseslint.configs.recommendedTypeChecked],
      languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
      plugins: { workspace },
      rules: {
        'workspace/boundaries': 'error',
        '@typescript-eslint/consistent-type-imports': [
          'error',
          // Nest reads constructor types at run time, so a type-only import would lose the injection.
          { fixStyle: 'inline-type-imports', prefer: 'type-imports' },
        ],
        '@typescript-eslint/switch-exhaustiveness-check': [
          'error',
          { considerDefaultExhaustiveForUnions: true },
        ],
        '@typescript-eslint/no-unused-vars': [
          'error',
          { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
        ],
        '@typescript-eslint/no-misused-promises': [
          'error',
          { checksVoidReturn: { attributes: false } },
        ],
        '@typescript-eslint/restrict-template-expressions': 'off',
        '@typescript-eslint/no-redundant-type-constituents': 'off',
        '@typescript-eslint/require-await': 'off',
        'no-restricted-syntax': ['error', NO_DEFAULT_EXPORT],
        'no-console': 'error',
        eqeqeq: 'error',
      },
    },
    {
      // emitDecoratorMetadata needs real imports of injected classes.
      files: ['services/**/*.ts', 'libs/server/**/*.ts', 'libs/testing/**/*.ts'],
      rules: { '@typescript-eslint/consistent-type-imports': 'off' },
    },
    {
      files: ['services/*/src/**/*.ts', 'libs/server/**/*.ts'],
      ignores: ['**/config.ts', ...TESTS],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
        ],
      },
    },
    {
      // Reading passages without the spoiler filter could expose them to a player.
      files: ['services/document/src/**/*.ts'],
      ignores: [...READS_ALL_PASSAGES, ...TESTS],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['**/all-passages', '**/edit-passages', '**/passage-history'],
                message:
                  'This module returns hidden passages. Use the queries of passages/visible, or add the file to READS_ALL_PASSAGES with a reason.',
              },
            ],
          },
        ],
        'no-restricted-syntax': [
          'error',
          NO_DEFAULT_EXPORT,
          {
            selector: String.raw`:matches(TemplateElement[value.raw=/\b(FROM|JOIN|INTO|UPDATE)\s+passage(_count)?\b/], Literal[value=/\b(FROM|JOIN|INTO|UPDATE)\s+passage(_count)?\b/])`,
            message:
              'Only the files of READS_ALL_PASSAGES select from the tables of passages and their counts.',
          },
        ],
      },
    },
    {
      files: ['{services,deploy,apps}/*/src/**/*.{ts,tsx}'],
      ignores: ['apps/web-e2e/**'],
      plugins: { folders },
      rules: { 'folders/no-cycles': 'error' },
    },
    {
      files: ['apps/**/*.{ts,tsx}', 'libs/web/**/*.{ts,tsx}'],
      ignores: ['apps/web-e2e/**'],
      plugins: { 'react-hooks': reactHooks },
      rules: { ...reactHooks.configs.recommended.rules },
      languageOptions: { globals: globals.browser },
    },
    {
      // Most of these rules compile each file, which is half of the time that linting it takes: tests are no product.
      files: ['apps/**/*.spec.{ts,tsx}', 'libs/web/**/*.spec.{ts,tsx}'],
      rules: Object.fromEntries(
        Object.keys(reactHooks.configs.recommended.rules)
          .filter(
            (name) => !['rules-of-hooks', 'exhaustive-deps'].some((kept) => name.endsWith(kept)),
          )
          .map((name) => [name, 'off']),
      ),
    },
    {
      files: TESTS,
      rules: {
        '@typescript-eslint/no-unsafe-assignment': 'off',
        '@typescript-eslint/no-unsafe-member-access': 'off',
        '@typescript-eslint/no-unsafe-argument': 'off',
        '@typescript-eslint/no-unsafe-call': 'off',
        '@typescript-eslint/no-unsafe-return': 'off',
        '@typescript-eslint/unbound-method': 'off',
      },
    },
    {
      files: ['**/*spec.{ts,tsx,cjs}'],
      plugins: { tests },
      rules: { 'tests/tests-can-fail': 'error' },
    },
    {
      files: ['**/*.{mjs,cjs,js}'],
      languageOptions: { globals: globals.node },
      rules: { 'no-console': 'off' },
    },
    {
      files: ['**/*.cjs'],
      languageOptions: { sourceType: 'commonjs' },
    },
    {
      files: ['**/*.spec.cjs'],
      languageOptions: { globals: globals.jest },
    },
    {
      files: ['deploy/**/*.ts'],
      // Their console is their user interface.
      rules: { 'no-console': 'off' },
    },
  );
}
