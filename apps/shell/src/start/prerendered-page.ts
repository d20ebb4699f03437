declare global {
  interface Window {
    /** Set until the app is rendered; `early-presses.ts` fills it. */
    early?:
      | {
          /** Pressed forms and buttons, in order. */
          pressed: HTMLElement[];
          /** Whether a pointer button or key is down or an IME composition is active. */
          held: boolean;
        }
      | undefined;
  }
}

/** The click event follows the release of the button or key. */
const LOOK_AGAIN_MS = 10;

/**
 * Container for the app. A prerendered page in `#root` stays until the app has rendered the same page off-document and then
 * replaces it in one step, so that nothing moves or flashes and there is always one header and one `main`.
 */
export function placeForApp(root: HTMLElement): HTMLElement {
  if (!root.querySelector('main')) {
    delete window.early;
    return root;
  }
  const app = document.createElement('div');
  app.id = root.id;
  // Every page has an `h1`; its loading state does not.
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
  // From now on the header itself knows the session state.
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

/**
 * Saves input, checkboxes, focus and selection from before hydration.
 * @returns function that restores them in the app
 */
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
    // Buttons and e-mail fields have no selection.
    if (selectionStart !== null) heir?.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Corresponding element in the app: same name and same position among its namesakes. */
function heirOf<Kind extends Element>(element: Kind, from: Element, to: Element): Kind | undefined {
  const namesakes = (place: Element) =>
    [...place.querySelectorAll<Kind>(element.localName)].filter(
      (other) => nameOf(other) === nameOf(element),
    );
  return namesakes(to)[namesakes(from).indexOf(element)];
}

const nameOf = (element: Element) =>
  element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent;
