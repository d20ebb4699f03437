/**
 * Where React draws the app. When the document came with a prerendered page in `#root`, that page
 * stays until the app has the same page ready: first outside of the document, then in its place at
 * once, so that nothing moves or flashes and there is one header and one `main` at any time.
 */
export function placeForApp(root: HTMLElement): HTMLElement {
  if (!root.querySelector('main')) return root;
  const app = document.createElement('div');
  app.id = root.id;
  // Every page has one first heading; what stands there while a page loads has none.
  const observer = new MutationObserver(() => {
    if (!app.querySelector('main h1')) return;
    observer.disconnect();
    const handOver = keepWhatWasTyped(root, app);
    // From here on the header knows for itself who is signed in.
    delete document.documentElement.dataset['session'];
    root.replaceWith(app);
    handOver();
    repeatPress(app);
  });
  observer.observe(app, { childList: true, subtree: true });
  return app;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const controlsOf = (place: ParentNode) =>
  [...place.querySelectorAll<TextControl>('input[name], textarea[name]')].filter(isText);

const isText = ({ type }: TextControl) => type !== 'checkbox' && type !== 'radio';

const boxesOf = (place: ParentNode) => [
  ...place.querySelectorAll<HTMLInputElement>('input[type="checkbox"]'),
];

/** What somebody typed and ticked, and where, before the scripts arrived. @returns what puts it into the app */
function keepWhatWasTyped(from: HTMLElement, to: HTMLElement): () => void {
  const ticked = boxesOf(from).map(({ checked, defaultChecked }) => checked !== defaultChecked);
  const typed = controlsOf(from).filter(({ value, defaultValue }) => value !== defaultValue);
  const { activeElement } = document;
  const focused = controlsOf(from).find((control) => control === activeElement);
  const selection = [focused?.selectionStart ?? null, focused?.selectionEnd ?? null] as const;
  return () => {
    const counterpart = ({ name }: TextControl) =>
      controlsOf(to).find((control) => control.name === name);
    for (const control of typed) {
      const heir = counterpart(control);
      if (!heir) continue;
      heir.value = control.value;
      heir.dispatchEvent(new Event('input', { bubbles: true }));
    }
    boxesOf(to).forEach((box, index) => ticked[index] && box.click());
    const heir = focused && counterpart(focused);
    heir?.focus({ preventScroll: true });
    // E-mail fields know no selection.
    if (selection[0] !== null) heir?.setSelectionRange(...selection);
  };
}

declare global {
  interface Window {
    /** The form or button that was pressed last before the app was there; `early-presses.ts` keeps it. */
    pressed?: HTMLElement | undefined;
  }
}

function repeatPress(app: HTMLElement) {
  const { pressed } = window;
  if (pressed instanceof HTMLFormElement) {
    namesake(pressed, app.querySelectorAll('form'))?.requestSubmit();
  } else if (pressed) {
    namesake(pressed, app.querySelectorAll('button'))?.click();
  }
}

const namesake = <Kind extends Element>(one: Element, all: NodeListOf<Kind>) =>
  [...all].find((other) => nameOf(other) === nameOf(one));

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
