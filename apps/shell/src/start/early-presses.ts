// Runs before the first paint, so it can't import. In a page that came with the document nothing answers a
// press before the app is there: a form would send the browser off, and a button does nothing. The last
// thing pressed is kept, and `prerendered-page.ts` presses it again in the app.
addEventListener('DOMContentLoaded', () => {
  const root = document.querySelector('#root');
  if (!root?.querySelector('main')) return;
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    window.pressed = event.target as HTMLElement;
  });
  root.addEventListener('click', ({ target }) => {
    window.pressed =
      (target as Element).closest<HTMLElement>('button[type=button]') ?? window.pressed;
  });
});
