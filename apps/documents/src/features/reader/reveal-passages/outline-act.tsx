import { Button } from '@tomekeeper/ui/button';
import { Drawing } from '@tomekeeper/ui/icon';
import type { Heading } from '../../documents-api/passages-api';
import { useOwnParts } from './own-context';
import { selectAll } from './reveal-shapes';
import styles from './reveal-passages.module.css';

/** Selects all passages under a heading. */
export function OutlineAct({ heading, onDone }: { heading: Heading; onDone: () => void }) {
  const { selecting } = useOwnParts();
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.outlineAct}
      aria-label={`Select everything under ${heading.text}`}
      title="Select everything under it"
      onClick={() => {
        onDone();
        selecting.selectUnder(heading.id);
      }}
    >
      <Drawing shape={selectAll} />
    </Button>
  );
}
