module.exports = {
  ...require('@tomekeeper/tooling/jest/preset.cjs').web(__dirname, 'remote-auth'),
  // Filling in whole forms by role and label is slow in jsdom when suites run in parallel.
  testTimeout: 20_000,
};
