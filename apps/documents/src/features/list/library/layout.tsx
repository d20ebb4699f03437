import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import styles from './library.module.css';

/** Layout of the library. */
export type Layout = 'list' | 'gallery';

const STORE = 'tomekeeper.library-layout';

/** The last choice in this browser. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState(readLayout);
  return [
    layout,
    (next) => {
      setLayout(next);
      try {
        localStorage.setItem(STORE, next);
      } catch {
        // Storage is disabled or full: the next visit uses the default.
      }
    },
  ];
}

function readLayout(): Layout {
  try {
    return localStorage.getItem(STORE) === 'gallery' ? 'gallery' : 'list';
  } catch {
    return 'list';
  }
}

interface LayoutSwitchProps {
  layout: Layout;
  onLayout: (layout: Layout) => void;
}

/** Switches between list and gallery. */
export function LayoutSwitch({ layout, onLayout }: LayoutSwitchProps) {
  return (
    <div className={styles.layout} role="group" aria-label="Show as">
      {(['list', 'gallery'] as const).map((one) => (
        <Button
          key={one}
          variant="quiet"
          size="small"
          className={styles.switch}
          aria-pressed={layout === one}
          onClick={() => onLayout(one)}
        >
          {one === 'list' ? 'List' : 'Gallery'}
        </Button>
      ))}
    </div>
  );
}
