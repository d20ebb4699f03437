// For each element that is asked for its style, jsdom tries every rule of a browser's own style sheet. Nearly all of
// them are for elements of other names, which is seen without trying them.

const NAME = String.raw`[a-z][\w-]*`;
const CONDITIONS = String.raw`(?:\[[\w-]+(?:[~^$*]?=(?:"[\w-]*"|[\w-]+))?\]|::?[\w-]+|[.#][\w-]+)*`;
/** Selectors plain enough to read the name from: what is looked for stands last, after what it stands in. */
const PLAIN = new RegExp(
  String.raw`^(?:(?:${NAME}|\*)?${CONDITIONS}\s*[\s>+~]\s*)*(${NAME})${CONDITIONS}$`,
  'i',
);

/** @type {Map<string, Set<string> | undefined>} names by selector; undefined where any may match */
const names = new Map();

/**
 * @param {unknown} selector @param {string} localName
 * @returns {boolean} false only where no element of that name can match
 */
exports.mayMatch = (selector, localName) => {
  if (typeof selector !== 'string') return true;
  if (!names.has(selector)) names.set(selector, namesIn(selector));
  return names.get(selector)?.has(localName.toLowerCase()) ?? true;
};

/** @param {string} selector */
function namesIn(selector) {
  const found = new Set();
  for (const part of selector.split(',')) {
    const name = PLAIN.exec(part.trim())?.[1];
    if (!name) return undefined;
    found.add(name.toLowerCase());
  }
  return found;
}
