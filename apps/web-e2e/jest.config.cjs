const preset = require('@tomekeeper/tooling/jest/preset.cjs').node(__dirname, 'web-e2e');

const KIND = process.env.TEST_KIND;
/** These specs start separate products. */
const OWN = { long: 'long-spec', pictures: 'pictures' };

// Real browsers on real builds: one at a time, and with patience.
module.exports = {
  ...preset,
  testMatch: [`<rootDir>/src/**/*.${OWN[KIND] ?? 'e2e-spec'}.ts`],
  setupFiles: [],
  globalSetup: KIND in OWN ? undefined : '<rootDir>/src/product/global-setup.ts',
  globalTeardown: KIND in OWN ? undefined : '<rootDir>/src/product/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 600_000,
};
