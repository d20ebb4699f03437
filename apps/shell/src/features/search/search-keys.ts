import { isApple, isPressed } from '@tomekeeper/ui/shortcuts';
import { isTextField, SEARCH_CHORD, SEARCH_SIGN } from '../shortcuts/shortcut-keys';

/** ⌘K or Ctrl+K anywhere, and `/` outside text fields. */
export const isSearchKey = (event: KeyboardEvent): boolean =>
  isChord(event) || (isPressed(event, { keys: [SEARCH_SIGN] }) && !isTextField(event.target));

/** On macOS, Ctrl+K deletes to the end of the line and stays native. */
const isChord = (event: KeyboardEvent): boolean =>
  isPressed(event, { keys: [SEARCH_CHORD] }) && (isApple() ? !event.ctrlKey : !event.metaKey);
