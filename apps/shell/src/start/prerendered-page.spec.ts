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
  // Runs at the start of every document.
  jest.isolateModules(() => jest.requireActual('./early-presses'));
  return root;
}

/** Simulates a React render. */
async function draw(app: HTMLElement, content: string) {
  app.innerHTML = content;
  await new Promise((resolve) => setTimeout(resolve));
}
const shortWait = () => new Promise((resolve) => setTimeout(resolve, 50));

function submit(): Event {
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(event);
  return event;
}

/** Records events that the app receives. */
function pressesIn(app: HTMLElement): string[] {
  const seen: string[] = [];
  for (const type of ['submit', 'click'])
    app.addEventListener(type, (event) => {
      event.preventDefault();
      seen.push(type);
    });
  return seen;
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

  it('transfers the input, the focus and the caret position', async () => {
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

  it('checks boxes in the app that were checked before hydration', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const box = () => document.querySelector<HTMLInputElement>('input[name=agreed]');
    box()?.click();
    const ticked = jest.fn();
    app.addEventListener('click', ticked);
    await draw(app, PRERENDERED);
    expect(box()?.checked).toBe(true);
    expect(ticked).toHaveBeenCalledTimes(1);
  });

  it('transfers the focus to the same element', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    document.querySelector<HTMLElement>('form button')?.focus();
    await draw(app, PRERENDERED);
    expect(document.activeElement?.textContent).toBe('Subscribe');
    expect(app.contains(document.activeElement)).toBe(true);
  });

  it('resubmits a form in the app that was submitted before its scripts loaded', async () => {
    const root = documentWith(PRERENDERED);
    expect(submit().defaultPrevented).toBe(true);
    const app = placeForApp(root);
    const seen = pressesIn(app);
    await draw(app, PRERENDERED);
    expect(seen).toEqual(['submit']);
  });

  it('repeats every press, in its order', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    submit();
    document.querySelector<HTMLElement>('header button')?.click();
    submit();
    const seen = pressesIn(app);
    await draw(app, PRERENDERED);
    expect(seen).toEqual(['submit', 'click', 'submit']);
  });

  it('takes no place under a press that has begun', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await draw(app, PRERENDERED);
    await shortWait();
    expect(app.isConnected).toBe(false);
    document.body.dispatchEvent(new Event('pointerup', { bubbles: true }));
    submit();
    const seen = pressesIn(app);
    await shortWait();
    expect(app.isConnected).toBe(true);
    expect(seen).toEqual(['submit']);
  });

  it('keeps nothing once the app is there, whose own presses they are', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    await draw(app, PRERENDERED);
    const seen = pressesIn(app);
    expect(submit().defaultPrevented).toBe(true);
    expect(seen).toEqual(['submit']);
    expect(window.early).toBeUndefined();
  });

  it('triggers no clicks without user input', async () => {
    const app = placeForApp(documentWith(PRERENDERED));
    const seen = pressesIn(app);
    await draw(app, PRERENDERED);
    expect(seen).toEqual([]);
  });
});
