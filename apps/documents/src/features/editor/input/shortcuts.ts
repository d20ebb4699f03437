/** Whether the event is Ctrl or Cmd, Shift and this letter. */
export const isShortcut = (
  { ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent,
  letter: string,
): boolean => (ctrlKey || metaKey) && shiftKey && !altKey && key.toLowerCase() === letter;
