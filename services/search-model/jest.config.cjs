const preset = require('@tomekeeper/tooling/jest/preset.cjs').node(
  __dirname,
  'service-search-model',
);

module.exports = {
  ...preset,
  setupFiles: [...preset.setupFiles, '<rootDir>/test/one-float32array.cjs'],
};
