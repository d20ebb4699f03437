/** @jest-environment node */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(path.join(__dirname, '..', file), 'utf8');
const reader = read('reader/passages/passage.module.css');
const editor = read('editor/note-editor.module.css');

/** Value of a property in the first rule with a selector that has the property. */
function valueOf(css: string, selector: string, property: string): string | undefined {
  const rules = css.matchAll(/([^{}]+)\{([^{}]*)\}/g);
  for (const [, selectors = '', body = ''] of rules) {
    const value = body.match(new RegExp(`(?:^|[\\s;])${property}:\\s*([^;]+);`))?.[1];
    if (value !== undefined && selectors.replace(/\s+/g, ' ').includes(selector)) return value;
  }
  return undefined;
}

it.each([
  ['.table td', '.written > table :is(td, th)', 'padding'],
  ['.table td', '.written > table :is(td, th)', 'min-width'],
  ['.table td', '.written > table :is(td, th)', 'border-bottom'],
  ['.table td', '.written > table :is(td, th)', 'vertical-align'],
  ['.table th', '.written > table th', 'font-size'],
  ['.table', '.written > table', 'font-size'],
  ['.table', '.written > table', 'line-height'],
  ['.table', '.written > table', 'min-width'],
  ['.list > .row', '.written > div[data-depth]', 'padding-block'],
  ['.marker', '.written [data-depth]::before', 'color'],
  ['.checkBox', "[data-marker='☑'])::before", 'width'],
  ['.checkBox', "[data-marker='☑'])::before", 'height'],
  ['.checkBox', "[data-marker='☑'])::before", 'margin-top'],
  ['.checkBox', "[data-marker='☑'])::before", 'border'],
  ['.checkBox', "[data-marker='☑'])::before", 'color'],
  ['.checked', "[data-marker='☑']::before", 'background'],
  ['.callout', '.written > aside', 'padding'],
  ['.picture', '.written > figure > img', 'max-width'],
])('%s in the reader and %s in the editor have the same %s', (shown, written, property) => {
  const value = valueOf(reader, shown, property);
  expect(value).toBeDefined();
  expect(valueOf(editor, written, property)).toBe(value);
});

it('indents list items alike', () => {
  const view = read('reader/passages/passage-view.tsx');
  expect(view).toContain('Math.min(depth, 6) * 1.4');
  for (const depth of [1, 2, 3, 4, 5, 6]) {
    const indent = valueOf(editor, `[data-depth='${depth}']`, 'margin-inline-start');
    expect(Number.parseFloat(indent ?? '')).toBeCloseTo(depth * 1.4);
  }
});

it.each([
  ['☐', 'not checked'],
  ['☑', 'checked'],
])('names a %s of the editor for screen readers', (marker, name) => {
  expect(valueOf(editor, `[data-marker='${marker}']::before`, 'content')).toBe(
    `attr(data-marker) / '${name}'`,
  );
});
