import { useSyncExternalStore } from 'react';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { ThemeStore } from './theme';
import styles from './theme-toggle.module.css';

/** Toggles between light and dark theme. */
export function ThemeToggle({ store }: { store: ThemeStore }) {
  const theme = useSyncExternalStore(store.subscribe, store.current);
  const words = theme === 'dark' ? 'Use the light theme' : 'Use the dark theme';
  return (
    <button type="button" className={styles.toggle} title={words} onClick={store.toggle}>
      <Drawing shape={theme === 'dark' ? iconShapes.sun : iconShapes.moon} size={20} />
      <VisuallyHidden>{words}</VisuallyHidden>
    </button>
  );
}
