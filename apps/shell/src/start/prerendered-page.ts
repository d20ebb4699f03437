declare global {
  interface Window {
    /** Until the app is there; `early-presses.ts` keeps it. */
    early?:
      | {
          /** Forms and buttons, in the order in which they were pressed. */
          pressed: HTMLElement[];
          /** Whether a button of the pointer or a key is down, or a letter is being composed. */
          held: boolean;
        }
      | undefined;
  }
}

/** A press is an event of its own after the button or the key is up. */
const LOOK_AGAIN_MS = 10;

/**
 * Where React draws the app. When the document came with a prerendered page in `#root`, that page
 * stays until the app has the same page ready: first outside of the document, then in its place at
 * once, so that nothing moves or flashes and there is one header and one `main` at any time.
 */
export function placeForApp(root: HTMLElement): HTMLElement {
  if (!root.querySelector('main')) {
    delete window.early;
    return root;
  }
  const app = document.createElement('div');
  app.id = root.id;
  // Every page has one first heading; what stands there while a page loads has none.
  const observer = new MutationObserver(() => {
    if (!app.querySelector('main h1')) return;
    observer.disconnect();
    takeOver(root, app);
  });
  observer.observe(app, { childList: true, subtree: true });
  return app;
}

function takeOver(root: HTMLElement, app: HTMLElement) {
  if (window.early?.held) {
    setTimeout(takeOver, LOOK_AGAIN_MS, root, app);
    return;
  }
  const handOver = keepWhatWasTyped(root, app);
  // From here on the header knows for itself who is signed in.
  delete document.documentElement.dataset['session'];
  root.replaceWith(app);
  const pressed = window.early?.pressed ?? [];
  delete window.early;
  handOver();
  for (const element of pressed) {
    const heir = heirOf(element, root, app);
    if (heir instanceof HTMLFormElement) heir.requestSubmit();
    else heir?.click();
  }
}

const TEXTS = 'input[name]:not([type=checkbox], [type=radio]), textarea[name]';
const FOCUSABLE = `${TEXTS}, input, button, a`;

/** What somebody typed and ticked, and where, before the scripts arrived. @returns what puts it into the app */
function keepWhatWasTyped(from: HTMLElement, to: HTMLElement): () => void {
  const boxesOf = (place: ParentNode) => [
    ...place.querySelectorAll<HTMLInputElement>('input[type=checkbox]'),
  ];
  const ticked = boxesOf(from).map(({ checked, defaultChecked }) => checked !== defaultChecked);
  const texts = [...from.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXTS)];
  const typed = texts.filter(({ value, defaultValue }) => value !== defaultValue);
  const focused = [...from.querySelectorAll<HTMLInputElement>(FOCUSABLE)].find(
    (element) => element === document.activeElement,
  );
  const { selectionStart = null, selectionEnd = null } = focused ?? {};
  return () => {
    for (const control of typed) {
      const heir = heirOf(control, from, to);
      if (!heir) continue;
      heir.value = control.value;
      heir.dispatchEvent(new Event('input', { bubbles: true }));
    }
    boxesOf(to).forEach((box, index) => ticked[index] && box.click());
    const heir = focused && heirOf(focused, from, to);
    heir?.focus({ preventScroll: true });
    // Buttons and e-mail fields know no selection.
    if (selectionStart !== null) heir?.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** The same element in the app: of those with its name the one that stands at its place. */
function heirOf<Kind extends Element>(element: Kind, from: Element, to: Element): Kind | undefined {
  const namesakes = (place: Element) =>
    [...place.querySelectorAll<Kind>(element.localName)].filter(
      (other) => nameOf(other) === nameOf(element),
    );
  return namesakes(to)[namesakes(from).indexOf(element)];
}

const nameOf = (element: Element) =>
  element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent;
