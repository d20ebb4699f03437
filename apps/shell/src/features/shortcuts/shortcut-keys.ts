/** Whether shortcuts use Command instead of Control. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Display and ARIA names of the search shortcut. */
export const searchKeys = (): { shown: string; said: string } =>
  isApple() ? { shown: '⌘K', said: 'Meta+K' } : { shown: 'Ctrl K', said: 'Control+K' };

/** Whether the target is a field that takes typed text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select') &&
      !target.matches('[type=checkbox], [type=radio], [type=button]')));
