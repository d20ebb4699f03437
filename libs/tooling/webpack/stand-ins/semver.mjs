// Replaces the federation runtime's version ranges. Builds write the ranges (`sharing.mjs`), and the runtime
// compares versions: `^1.2.3`, `<=1.2.3`, `>=1.2.3`, `1.2.3` and `*`.

const FORM = /^(\^|<=|>=|=|)v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/;

/** @param {string} version @param {string} range */
export function satisfy(version, range) {
  if (range === '*') return true;
  const have = FORM.exec(version);
  const wanted = FORM.exec(range);
  if (!have || !wanted) return false;
  const order = compare(numbers(have), numbers(wanted));
  switch (wanted[1]) {
    case '^':
      return order >= 0 && have[2] === wanted[2];
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
    default:
      return order === 0;
  }
}

/** @param {RegExpExecArray} match */
const numbers = (match) => match.slice(2).map((part) => Number(part ?? 0));

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
