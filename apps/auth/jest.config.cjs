module.exports = {
  ...require('@tomekeeper/tooling/jest/preset.cjs').web(__dirname, 'remote-auth'),
  // Whole forms are filled in by role and label, which takes jsdom a while beside other suites.
  testTimeout: 20_000,
};
