// Jest configuration of every project: `module.exports = require('@tomekeeper/tooling/jest/preset.cjs').node(__dirname)`.
const path = require('node:path');
const { swcNodeOptions } = require('../src/swc-options.cjs');

/**
 * Packages that ship ES modules only, or import some when first used; jest on Node 20 can't do either, so they
 * are compiled.
 */
const COMPILED =
  '@nestjs|jose|nodemailer|file-type|strtok3|token-types|uint8array-extras|@borewit|@tokenizer|cookie|content-disposition|lru-cache|qr|@opentelemetry/otlp-exporter-base';

const common = (rootDir, displayName) => ({
  rootDir,
  displayName,
  transform: { '^.+\\.(t|j|mj)sx?$': [require.resolve('@swc/jest'), swcNodeOptions()] },
  transformIgnorePatterns: [`/node_modules/(?!(${COMPILED})/)`],
  runtime: require.resolve('./shared-runtime.cjs'),
  testEnvironmentOptions: {},
  // A machine that is busy with something else is slow, not wrong.
  testTimeout: 900_000,
  modulePathIgnorePatterns: ['<rootDir>/dist'],
  cacheDirectory: path.resolve(__dirname, '../../../node_modules/.cache/jest'),
});

const CONDITIONS = ['@tomekeeper/source', 'require', 'node', 'default'];

/** Kinds of specs that need real parts; those of the last kind are too long for every run. */
const SPECS = { integration: 'int-spec', long: 'long-spec' };
const KIND = process.env.TEST_KIND;
const TESTING = path.resolve(__dirname, '../../testing/jest');

/** Server projects: unit specs, or with TEST_KIND integration specs and long tests, on real parts. */
exports.node = (rootDir, displayName = path.basename(rootDir)) => ({
  ...common(rootDir, displayName),
  testEnvironment: require.resolve('./worker-environment.cjs'),
  testEnvironmentOptions: { customExportConditions: CONDITIONS },
  testMatch: [`<rootDir>/{src,test}/**/*.${SPECS[KIND] ?? 'spec'}.ts`],
  // Throw-away PostgreSQL, object store and mail inbox, once per run.
  ...(KIND in SPECS && {
    globalSetup: path.join(TESTING, 'global-setup.cjs'),
    globalTeardown: path.join(TESTING, 'global-teardown.cjs'),
  }),
  setupFiles: [require.resolve('./no-navigator.cjs'), 'reflect-metadata'],
});

/** Browser projects: components in jsdom. */
exports.web = (rootDir, displayName = path.basename(rootDir)) => ({
  ...common(rootDir, displayName),
  testEnvironment: path.join(__dirname, 'web-environment.cjs'),
  testEnvironmentOptions: {
    customExportConditions: ['@tomekeeper/source', 'browser', 'require', 'default'],
  },
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  moduleNameMapper: {
    '\\.css$': path.join(__dirname, 'css-module-stub.cjs'),
    '\\.(png|svg)$': path.join(__dirname, 'file-stub.cjs'),
  },
  setupFiles: [path.join(__dirname, 'web-setup.cjs')],
  setupFilesAfterEnv: [path.join(__dirname, 'web-patience.cjs')],
});
