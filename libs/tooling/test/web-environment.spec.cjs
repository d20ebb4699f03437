/** @jest-environment <rootDir>/jest/web-environment.cjs */
/* global document, getComputedStyle */
const { createRequire } = require('node:module');
const { mayMatch } = require('../jest/selector-names.cjs');

const fromEnvironment = createRequire(require.resolve('jest-environment-jsdom'));

describe('styles of components in tests', () => {
  afterEach(() => document.body.replaceChildren());

  const added = (html) => {
    document.body.innerHTML = html;
    return document.body.querySelector('[data-asked]');
  };
  const visible = (element) => {
    const { display, visibility } = getComputedStyle(element);
    return display !== 'none' && visibility !== 'hidden';
  };

  it('are those of a browser, by name and by attribute', () => {
    expect(getComputedStyle(added('<b data-asked></b>')).fontWeight).toBe('bold');
    expect(getComputedStyle(added('<ul><li data-asked></li></ul>')).display).toBe('list-item');
    expect(getComputedStyle(added('<p data-asked hidden></p>')).display).toBe('none');
    expect(getComputedStyle(added('<dialog data-asked></dialog>')).display).toBe('none');
  });

  it.each([
    ['an attribute', (element) => element.setAttribute('hidden', '')],
    ['its own style', (element) => (element.style.display = 'none')],
    ['what it stands in', (element) => (element.parentElement.style.visibility = 'hidden')],
    ['a place elsewhere', (element) => document.querySelector('#unseen').append(element)],
    [
      'a style sheet',
      () =>
        document.body.append(
          Object.assign(document.createElement('style'), { textContent: '.x { display: none }' }),
        ),
    ],
  ])('change at once with %s', (_, change) => {
    const element = added(
      '<div><p class="x" data-asked></p></div><div id="unseen" style="visibility: hidden"></div>',
    );
    expect(visible(element)).toBe(true);
    expect(visible(element)).toBe(true);
    change(element);
    expect(visible(element)).toBe(false);
  });

  it('leave out no rule that holds', () => {
    const sheet = fromEnvironment('jsdom/lib/jsdom/browser/default-stylesheet');
    const selectors = fromEnvironment('rrweb-cssom')
      .parse(sheet)
      .cssRules.map(({ selectorText }) => selectorText)
      .filter((text) => text && !text.startsWith('@'));
    const own = ['li.x', 'ul > li', 'ul li', 'a, .x', '* + li', 'li:first-child', 'li:not(.y)'];
    const names = [...new Set(sheet.match(/\b[a-z][a-z\d-]*\b/g))];
    const elements = names.map((name) => document.createElement(name));
    document.body.append(...elements);
    const list = added('<ul><b></b><li class="x" data-asked></li></ul><svg><a></a></svg>');
    for (const element of [list, ...elements, ...document.body.querySelectorAll('*')])
      for (const selector of [...selectors, ...own])
        if (matches(element, selector))
          expect([selector, mayMatch(selector, element.localName)]).toEqual([selector, true]);
    expect(own.filter((selector) => matches(list, selector))).toEqual(
      own.slice(0, 5).concat('li:not(.y)'),
    );
    expect(selectors.filter((selector) => mayMatch(selector, 'section')).length).toBeLessThan(20);
  });

  function matches(element, selector) {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  }
});
