export { isApple, isPressed, shownKeys, spokenKeys, type Shortcut } from './shortcut';
export { ShortcutList } from './shortcut-list';
