import { useSyncExternalStore, type ReactNode } from 'react';
import type { ShellApi, WidgetName, WidgetProps } from '@tomekeeper/remote-kit';
import styles from './dock.module.css';

interface Docked {
  key: number;
  id: WidgetName;
  props: WidgetProps[WidgetName];
}

export interface DockStore {
  docked: () => readonly Docked[];
  /** @returns unsubscribe function */
  subscribe: (listener: () => void) => () => void;
  dock: ShellApi['dock'];
}

/** Widgets docked at the edge of every page until removed. */
export function createDockStore(): DockStore {
  const listeners = new Set<() => void>();
  let docked: readonly Docked[] = [];
  let count = 0;
  const set = (next: readonly Docked[]) => {
    docked = next;
    listeners.forEach((listener) => listener());
  };
  return {
    docked: () => docked,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dock(id, props) {
      const key = (count += 1);
      set([...docked, { key, id, props }]);
      return () => set(docked.filter((widget) => widget.key !== key));
    },
  };
}

/** Publishes the dock's height to styles as `--dock-height`. */
function publishHeight(dock: HTMLElement | null) {
  if (!dock) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--dock-height', `${dock.offsetHeight}px`),
  );
  observer.observe(dock);
  return () => {
    observer.disconnect();
    style.removeProperty('--dock-height');
  };
}

interface DockProps {
  store: DockStore;
  Widget: ShellApi['Widget'];
  /** Below the widgets. */
  bar?: ReactNode;
}

/** Container of docked widgets: below the page and always visible while scrolling. */
export function Dock({ store, Widget, bar }: DockProps) {
  const docked = useSyncExternalStore(store.subscribe, store.docked);
  return (
    (docked.length > 0 || bar) && (
      <div ref={publishHeight} className={styles.dock}>
        {docked.map(({ key, id, props }) => (
          <Widget key={key} id={id} props={props} />
        ))}
        {bar}
      </div>
    )
  );
}
