import { isApple, isTextField } from '../shortcuts/shortcut-keys';

/** ⌘K or Ctrl+K anywhere, and `/` outside text fields. */
export const isSearchKey = (event: KeyboardEvent): boolean =>
  isChord(event) || (isSlash(event) && !isTextField(event.target));

/** On macOS, Ctrl+K deletes to the end of the line and stays native. */
const isChord = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  !event.altKey &&
  !event.shiftKey &&
  (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);

const isSlash = (event: KeyboardEvent): boolean =>
  event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
