import { isPressed, shownKeys } from '.';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

it.each([
  ['Mod-Shift-h', press('H', { ctrlKey: true, shiftKey: true }), true],
  ['Mod-Shift-h', press('h', { metaKey: true, shiftKey: true }), true],
  ['Mod-Shift-h', press('h', { ctrlKey: true }), false],
  ['x', press('x'), true],
  ['x', press('X', { shiftKey: true }), false],
  ['x', press('x', { altKey: true }), false],
  // On German keyboards with Shift.
  ['/', press('/', { shiftKey: true }), true],
  ['Alt-ArrowUp', press('ArrowUp', { altKey: true }), true],
])('%s for %o: %s', (keys, event, expected) => {
  expect(isPressed(event, { keys: ['F13', keys] })).toBe(expected);
});

it.each([
  ['Mod-Shift-h', 'Ctrl Shift H', '⌘⇧H'],
  ['Mod-k', 'Ctrl K', '⌘K'],
  ['Alt-ArrowUp', 'Alt ↑', '⌥↑'],
  ['Escape', 'Esc', 'Esc'],
  ['F8', 'F8', 'F8'],
])('shows %s as %s, on Apple devices as %s', (keys, shown, onApple) => {
  expect(shownKeys(keys, false)).toBe(shown);
  expect(shownKeys(keys, true)).toBe(onApple);
});
