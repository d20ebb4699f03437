import { useState } from 'react';
import { Button } from '../button';
import { classNames } from '../class-names';
import styles from './long-text.module.css';

/** Lines of a collapsed text; the stylesheet has the same number. */
const LINES = 6;
/** Characters that fit into these lines at most widths. */
const CHARACTERS = 360;

/** Plain text with its line breaks. A long one is collapsed to its first lines. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > CHARACTERS || text.split('\n').length > LINES;
  return (
    <>
      <p className={classNames(styles.text, isLong && !isOpen && styles.collapsed)} dir="auto">
        {text}
      </p>
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Collapse' : 'Expand'}
        </Button>
      )}
    </>
  );
}
