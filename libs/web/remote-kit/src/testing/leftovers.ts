/** Global helpers of `tslib`, which exist only in tests, where it loads as CommonJS. */
const COMPILER_HELPER = /^__[a-z]+([A-Z][a-z]*)*$/;

type Target = 'window' | 'document';

/**
 * Detects leaks of an unmounted remote: listeners on window and document, intervals, globals, and elements outside its container.
 */
export class Leftovers {
  private readonly held = new Map<string, number>();
  private readonly undo: (() => void)[] = [];
  private readonly globals = new Set(Object.keys(globalThis));
  private readonly outside = elementsOutside();

  constructor() {
    this.watchListeners('window', window);
    this.watchListeners('document', document);
    this.watchIntervals();
  }

  /**
   * Stops recording.
   * @returns descriptions of the leaks
   */
  end(): string[] {
    for (const step of this.undo) step();
    const globals = Object.keys(globalThis)
      .filter((name) => !this.globals.has(name))
      .filter((name) => !COMPILER_HELPER.test(name));
    return [
      ...[...this.held].filter(([, count]) => count > 0).map(([what]) => what),
      ...globals.map((name) => `global ${name}`),
      ...elementsOutside().filter((element) => !this.outside.includes(element)),
    ];
  }

  private watchListeners(name: Target, target: EventTarget): void {
    // The same listener counts once, like in the DOM.
    const known = new Map<string, Set<unknown>>();
    const of = (type: string, capture: boolean) => {
      const key = `${type} ${capture}`;
      const found = known.get(key) ?? new Set();
      known.set(key, found);
      return found;
    };
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    this.replace(target, 'addEventListener', (type: string, listener: never, options?: never) => {
      const { once = false, signal } = asObject(options);
      if (listener && !once && !signal && !of(type, captures(options)).has(listener)) {
        of(type, captures(options)).add(listener);
        this.count(`listener for ${type} on the ${name}`, 1);
      }
      add(type, listener, options);
    });
    this.replace(
      target,
      'removeEventListener',
      (type: string, listener: never, options?: never) => {
        if (of(type, captures(options)).delete(listener))
          this.count(`listener for ${type} on the ${name}`, -1);
        remove(type, listener, options);
      },
    );
  }

  private watchIntervals(): void {
    const set = window.setInterval.bind(window);
    const clear = window.clearInterval.bind(window);
    const running = new Set<unknown>();
    this.replace(window, 'setInterval', (...args: Parameters<typeof set>) => {
      const id = set(...args);
      running.add(id);
      this.count('interval', 1);
      return id;
    });
    this.replace(window, 'clearInterval', (id: number) => {
      if (running.delete(id)) this.count('interval', -1);
      clear(id);
    });
  }

  private replace(target: EventTarget, name: string, by: (...args: never[]) => unknown): void {
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value: by });
    this.undo.push(() => {
      if (own) Object.defineProperty(target, name, own);
      else Reflect.deleteProperty(target, name);
    });
  }

  private count(what: string, by: number): void {
    this.held.set(what, (this.held.get(what) ?? 0) + by);
  }
}

const asObject = (options: unknown): AddEventListenerOptions =>
  typeof options === 'object' && options !== null ? options : {};

const captures = (options: unknown): boolean =>
  typeof options === 'boolean' ? options : (asObject(options).capture ?? false);

function elementsOutside(): string[] {
  return [...document.head.children, ...document.body.children].map(
    (element) => `<${element.localName}> in the ${element.parentElement?.localName}`,
  );
}
