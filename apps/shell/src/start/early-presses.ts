// Runs before the first paint, so it cannot import. A prerendered page does not react before hydration: forms would navigate away
// and buttons do nothing. The script queues presses in order, and `prerendered-page.ts` replays them in the app.
{
  const early: Window['early'] = { pressed: [], held: false };
  window.early = early;
  const keep = (element: HTMLElement | null) => {
    if (element && window.early) early.pressed.push(element);
  };
  const listen = (types: string, listener: (event: Event) => void) =>
    types.split(' ').forEach((type) => addEventListener(type, listener, true));

  listen('submit', (event) => {
    if (window.early) event.preventDefault();
    keep(event.target as HTMLElement);
  });
  listen('click', ({ target }) => keep((target as Element).closest('button[type=button]')));
  // While a press is in progress, its element must not be replaced.
  listen('pointerdown keydown compositionstart', () => {
    early.held = true;
  });
  listen('pointerup pointercancel keyup compositionend', () => {
    early.held = false;
  });
  // The release may happen in another window without an event.
  listen('blur', ({ target }) => {
    if (target === window) early.held = false;
  });
}
