// Runs before the first paint, so it can't import. In a page that came with the document nothing answers a
// press before the app is there: a form would send the browser off, and a button does nothing. The last
// thing pressed is marked, and `prerendered-page.ts` presses it again in the app.
document.addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('root');
  if (!root?.querySelector('main')) return;
  const mark = (pressed: HTMLElement) => {
    delete root.querySelector<HTMLElement>('[data-pressed]')?.dataset.pressed;
    pressed.dataset.pressed = '';
  };
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) mark(event.target);
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (button && button.type === 'button') mark(button);
  });
});
