/** A keyboard shortcut, which the code that handles it and the list of shortcuts share. */
export interface Shortcut {
  /** Alternatives, such as `Mod-Shift-h`; `Mod` is Command on Apple devices and Control elsewhere. */
  keys: readonly string[];
  /** Effect, for the list of shortcuts. */
  words: string;
}

/** Whether shortcuts use Command instead of Control. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether an event is one of the shortcut's keys. */
export const isPressed = (event: Pressed, { keys }: Pick<Shortcut, 'keys'>): boolean =>
  keys.some((one) => isKey(event, one));

function isKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed, keys: string): boolean {
  const parts = keys.split('-');
  const wanted = parts.pop() ?? '';
  // Some keyboards need Shift for a sign.
  const isSign = wanted.length === 1 && wanted.toLowerCase() === wanted.toUpperCase();
  return (
    key.toLowerCase() === wanted.toLowerCase() &&
    (ctrlKey || metaKey) === parts.includes('Mod') &&
    altKey === parts.includes('Alt') &&
    (isSign || shiftKey === parts.includes('Shift'))
  );
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};
const APPLE_NAMES: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };

/** Keys as printed on the keyboard, such as `Ctrl Shift H` or `⇧⌘H`. */
export function shownKeys(keys: string, onApple = isApple()): string {
  const names = keys
    .split('-')
    .map((key) => (onApple && APPLE_NAMES[key]) || NAMES[key] || capital(key));
  return names.join(onApple && names.some((name) => /[⌘⌥⇧]/.test(name)) ? '' : ' ');
}

/** Keys for `aria-keyshortcuts`, such as `Control+Shift+H`. */
export const spokenKeys = (keys: string, onApple = isApple()): string =>
  keys
    .split('-')
    .map((key) => (key === 'Mod' ? (onApple ? 'Meta' : 'Control') : capital(key)))
    .join('+');

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);
