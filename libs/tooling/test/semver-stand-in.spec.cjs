const { satisfy } = require('../webpack/stand-ins/semver.mjs');

describe('the version ranges of the federation runtime', () => {
  it.each([
    ['19.3.1', '^19.0.0', true],
    ['19.0.0', '^19.3.1', false],
    ['20.0.0', '^19.0.0', false],
    ['19.3.1', '<=19.3.1', true],
    ['19.10.0', '<=19.9.9', false],
    ['19.3.1', '>=19.2', true],
    ['19.3.1', '19.3.1', true],
    ['19.3.1', '19.3.2', false],
    ['19.3.1', '*', true],
    ['nonsense', '^19.0.0', false],
    ['', '^19.0.0', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(satisfy(version, range)).toBe(expected);
  });
});
