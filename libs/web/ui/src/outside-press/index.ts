/** Maximum time between the end of a press and its click, in milliseconds. */
const CLICK_DELAY_MS = 500;

/**
 * Calls `close` on each press outside of a menu, and keeps the press from the element below the pointer.
 * @param isInside whether an element belongs to the menu
 * @returns unsubscribe function
 */
export function onOutsidePress(isInside: (target: Node) => boolean, close: () => void): () => void {
  const press = (event: Event) => {
    if (!(event.target instanceof Node) || isInside(event.target)) return;
    event.stopPropagation();
    suppressClick();
    close();
  };
  // Before the handlers of the page.
  document.addEventListener('pointerdown', press, true);
  return () => document.removeEventListener('pointerdown', press, true);
}

/** Suppresses the mouse events of the current press: no click, no focus, no selection of text. */
function suppressClick(): void {
  const ended = new AbortController();
  const end = () => ended.abort();
  const options = { capture: true, signal: ended.signal };
  const suppress = (event: MouseEvent) => {
    // A click without a pointer comes from the keyboard or from code.
    if (event.type === 'click' && event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') end();
  };
  document.addEventListener('mousedown', suppress, options);
  document.addEventListener('click', suppress, options);
  // A press that scrolls, or that moves to another element, has no click.
  document.addEventListener('pointerdown', end, options);
  document.addEventListener('pointercancel', end, options);
  document.addEventListener('pointerup', () => setTimeout(end, CLICK_DELAY_MS), options);
}
