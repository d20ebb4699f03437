import './early-presses';
import { placeForApp } from './prerendered-page';

const PRERENDERED = `
  <header>Static<button type="button">Menu</button></header>
  <main><h1>Welcome</h1>
    <form aria-label="Mailing list">
      <input name="email"><input name="agreed" type="checkbox"><button>Subscribe</button>
    </form>
  </main>`;

function documentWith(content: string): HTMLElement {
  document.body.innerHTML = `<div id="root">${content}</div>`;
  const root = document.getElementById('root');
  if (!root) throw new Error('no root');
  window.pressed = undefined;
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
  return root;
}

/** What React does, seen from the document. */
async function draw(app: HTMLElement, content: string) {
  app.innerHTML = content;
  await new Promise((resolve) => setTimeout(resolve));
}
const emailField = () => document.querySelector<HTMLInputElement>('input[name=email]');

describe('the place for the app', () => {
  it('is the root itself when the document brought no page', () => {
    const root = documentWith('<noscript>Script!</noscript>');
    expect(placeForApp(root)).toBe(root);
  });

  it('leaves a prerendered page alone until the app has a page ready, then takes over', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    await draw(app, '<header>App</header><main>Loading…</main>');
    expect(document.querySelector('header')?.textContent).toMatch(/^Static/);
    await draw(app, '<header>App</header><main><h1>Welcome</h1></main>');
    expect(document.querySelector('header')?.textContent).toBe('App');
    expect(document.querySelectorAll('main, header, #root')).toHaveLength(3);
  });

  it('hands over what was typed, with the focus and the place in the text', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const field = emailField();
    if (!field) throw new Error('no field');
    field.value = 'mina@example.org';
    field.focus();
    field.setSelectionRange(4, 4);
    await draw(app, PRERENDERED);
    expect(emailField()).not.toBe(field);
    expect(emailField()?.value).toBe('mina@example.org');
    expect(document.activeElement).toBe(emailField());
    expect(emailField()?.selectionStart).toBe(4);
  });

  it('ticks in the app what was ticked too early', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const box = () => document.querySelector<HTMLInputElement>('input[name=agreed]');
    box()?.click();
    const ticked = jest.fn();
    app.addEventListener('click', ticked);
    await draw(app, PRERENDERED);
    expect(box()?.checked).toBe(true);
    expect(ticked).toHaveBeenCalledTimes(1);
  });

  it('repeats in the app what was sent before any of its scripts ran', async () => {
    const root = documentWith(PRERENDERED);
    const early = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    document.querySelector('form')?.dispatchEvent(early);
    expect(early.defaultPrevented).toBe(true);
    const app = placeForApp(root);
    const pressed = jest.fn((event: Event) => event.preventDefault());
    app.addEventListener('submit', pressed);
    await draw(app, PRERENDERED);
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  it('repeats the last press only', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true });
    document.querySelector('form')?.dispatchEvent(submit);
    document.querySelector<HTMLElement>('header button')?.click();
    const sent = jest.fn((event: Event) => event.preventDefault());
    const pressed = jest.fn();
    app.addEventListener('submit', sent);
    app.addEventListener('click', pressed);
    await draw(app, PRERENDERED);
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(sent).not.toHaveBeenCalled();
  });

  it('presses nothing that nobody pressed', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const pressed = jest.fn((event: Event) => event.preventDefault());
    app.addEventListener('submit', pressed);
    await draw(app, PRERENDERED);
    expect(pressed).not.toHaveBeenCalled();
  });
});
