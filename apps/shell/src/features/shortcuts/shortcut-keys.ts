import { shownKeys, spokenKeys, type Shortcut } from '@tomekeeper/ui/shortcuts';
import { ACTION_KEY } from '@tomekeeper/ui/toast';

export const SEARCH_CHORD = 'Mod-k';
export const SEARCH_SIGN = '/';

/** Shortcuts on every page. Key handlers and the list of shortcuts use the same constants. */
export const SHELL_SHORTCUTS = {
  search: { keys: [SEARCH_CHORD, SEARCH_SIGN], words: 'Search' },
  message: { keys: [ACTION_KEY], words: 'Go to the button of a message, such as Undo' },
  help: { keys: ['?', 'Mod-/'], words: 'Show this list' },
} satisfies Record<string, Shortcut>;

/** Display and ARIA names of the search shortcut. */
export const searchKeys = (): { shown: string; said: string } => ({
  shown: shownKeys(SEARCH_CHORD),
  said: spokenKeys(SEARCH_CHORD),
});

/** Whether the target is a field that takes typed text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') &&
      !target.matches('[type=checkbox], [type=radio], [type=button]')));
