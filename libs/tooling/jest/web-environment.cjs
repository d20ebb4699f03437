// jsdom with the parts of the fetch standard that every browser has and jsdom leaves out, and with computed
// styles that take less time.
const { createRequire } = require('node:module');

// The copy of jsdom that the environment itself uses, whose other files keep what they find here when they load.
const fromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));
const selectors = fromEnvironment('jsdom/lib/jsdom/living/helpers/selectors.js');
const { implForWrapper } = fromEnvironment('jsdom/lib/jsdom/living/generated/utils.js');
const { mayMatch } = require('./selector-names.cjs');

const { matchesDontThrow } = selectors;
if (!matchesDontThrow || !implForWrapper)
  throw new Error('This jsdom is not the one that libs/tooling/jest/web-environment.cjs extends.');
selectors.matchesDontThrow = (element, selector) =>
  mayMatch(selector, element._localName) && matchesDontThrow(element, selector);

const { TestEnvironment } = require('jest-environment-jsdom');

const FROM_NODE = ['Headers', 'Request', 'Response', 'structuredClone'];

module.exports = class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
    rememberStyles(this.global);
  }
};

/**
 * Queries by role ask for the style of every element and of all around it, again and again. jsdom keeps which rules
 * hold for an element until the document changes; what follows from them is kept here for as long.
 */
function rememberStyles(window) {
  const compute = window.getComputedStyle;
  /** Styles by element, for each state of a document that jsdom knows rules of. */
  const states = new WeakMap();
  window.getComputedStyle = (element, pseudo) => {
    const { _ownerDocument: document, _attached: attached } = implForWrapper(element) ?? {};
    if (!attached || pseudo) return compute(element, pseudo);
    const known = states.get(document._styleCache)?.get(element);
    if (known) return known;
    const style = compute(element);
    // jsdom began this state, if it was not there, when it computed.
    const state = document._styleCache;
    if (!states.has(state)) states.set(state, new WeakMap());
    states.get(state).set(element, style);
    return style;
  };
}
