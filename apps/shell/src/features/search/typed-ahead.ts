export interface TypedAhead {
  /** Returns the buffered text, with a line break for Enter, and stops capturing keys. */
  take: () => string;
  stop: () => void;
}

/** Buffers keystrokes while the palette loads, so that users can type immediately. */
export function typedAhead(window: Window, onEscape: () => void): TypedAhead {
  let typed = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Enter') typed += '\n';
    else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
    else if ([...event.key].length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onKey, true);
  const stop = () => window.removeEventListener('keydown', onKey, true);
  return {
    take() {
      stop();
      const all = typed;
      typed = '';
      return all;
    },
    stop,
  };
}
