const preset = require('./jest/preset.cjs').node(__dirname, 'tooling');

module.exports = {
  ...preset,
  testMatch: [...preset.testMatch, '<rootDir>/test/**/*.spec.cjs'],
};
