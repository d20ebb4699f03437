// Runs before anything can be seen, so it can't import. In a page that came with the document nothing answers a press
// before the app is there: a form would send the browser off, and a button does nothing. What is pressed is kept, in its
// order, and `prerendered-page.ts` presses it again in the app.
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
  // A press that has begun on one element ends on no other: until then none is exchanged.
  listen('pointerdown keydown compositionstart', () => {
    early.held = true;
  });
  listen('pointerup pointercancel keyup compositionend', () => {
    early.held = false;
  });
  // In another window it may come up unseen.
  listen('blur', ({ target }) => {
    if (target === window) early.held = false;
  });
}
