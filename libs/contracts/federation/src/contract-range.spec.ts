import { satisfiesContract } from './contract-range';

describe('satisfiesContract', () => {
  it.each([
    ['1.2.0', '^1.2', true],
    ['1.3.5', '^1.2.0', true],
    ['1.1.9', '^1.2', false],
    ['2.0.0', '^1.2', false],
    ['1.0.0', '1.0.0', false],
    ['1.0.0', '', false],
    ['nonsense', '^1.0', false],
  ])('shell %s, remote wants %s: %s', (version, requires, expected) => {
    expect(satisfiesContract(version, requires)).toBe(expected);
  });
});
