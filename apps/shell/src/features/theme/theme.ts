export type Theme = 'light' | 'dark';

/** Also read by `before-paint.ts`, which cannot import. */
const STORAGE_KEY = 'tomekeeper.theme';

export interface ThemeStore {
  current: () => Theme;
  subscribe: (listener: () => void) => () => void;
  toggle: () => void;
}

/** Light or dark theme: the stored choice, or else the system preference. */
export function createThemeStore(window: Window & typeof globalThis): ThemeStore {
  const listeners = new Set<() => void>();
  const root = window.document.documentElement;
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const changed = () => listeners.forEach((listener) => listener());
  system.addEventListener('change', changed);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return;
    if (newValue === 'light' || newValue === 'dark') root.dataset['theme'] = newValue;
    else delete root.dataset['theme'];
    changed();
  });

  const current = (): Theme => {
    const chosen = root.dataset['theme'];
    if (chosen === 'light' || chosen === 'dark') return chosen;
    return system.matches ? 'dark' : 'light';
  };

  return {
    current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle() {
      const next: Theme = current() === 'dark' ? 'light' : 'dark';
      root.dataset['theme'] = next;
      try {
        window.localStorage.setItem(STORAGE_KEY, next);
      } catch {
        // Not persisted, but applied.
      }
      changed();
    },
  };
}
