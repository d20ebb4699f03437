import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button';
import { TextField } from '../field';
import { Stack } from '../stack';
import { findByName } from './find-by-name';
import styles from './name-filter.module.css';

/** With so many, looking for one takes longer than typing its first letters. */
const MORE_THAN_A_HANDFUL = 7;

export interface NameFilterProps<Item> {
  items: readonly Item[];
  /** How many there are in all, where something else has narrowed the items down already. */
  offered?: number;
  /** How many there must be before anything is offered to find one by. */
  offeredFrom?: number;
  nameOf: (item: Item) => string;
  /** What else it can be found by, such as its tags; names come first. */
  labelsOf?: (item: Item) => readonly string[];
  /** What one of them is called, such as 'campaign'. */
  noun: string;
  /** What is looked for. */
  value: string;
  onChange: (value: string) => void;
  /** Enter was pressed in the field while something is found. */
  onEnter?: () => void;
  /** Stands beside the field, such as what the list is sorted by; on a phone once it is asked for. */
  tools?: ReactNode;
  /** Whether the tools narrow the list down already: then they are shown. */
  toolsInUse?: boolean;
  /** Shows what was found. */
  children: (found: readonly Item[]) => ReactNode;
}

/** A list that can be narrowed down by name, as soon as it holds enough for that. */
export function NameFilter<Item>({
  items,
  offered: all = items.length,
  offeredFrom = MORE_THAN_A_HANDFUL,
  nameOf,
  labelsOf,
  noun,
  value,
  onChange,
  onEnter,
  tools,
  toolsInUse = false,
  children,
}: NameFilterProps<Item>) {
  const offered = all >= offeredFrom;
  const found = offered ? findByName(items, nameOf, value, labelsOf) : items;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !onEnter) return;
    event.preventDefault();
    if (found.length > 0) onEnter();
  };
  return (
    <Stack gap={4}>
      {offered && (
        <div className={styles.bar}>
          <div className={styles.field} role="search">
            <TextField
              label="Filter by name"
              type="search"
              autoComplete="off"
              enterKeyHint={onEnter ? 'go' : undefined}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={press}
            />
          </div>
          {tools && <Tools inUse={toolsInUse}>{tools}</Tools>}
        </div>
      )}
      <div>
        {children(found)}
        <p role="status" className={styles.none}>
          {found.length === 0 &&
            (value.trim() ? `No ${noun} is called “${value.trim()}”.` : `No ${noun} is of these.`)}
        </p>
      </div>
    </Stack>
  );
}

/** On a wide page they stand in the bar; on a phone, where documents come first, behind a button. */
function Tools({ inUse, children }: { inUse: boolean; children: ReactNode }) {
  const [isAsked, setIsAsked] = useState(false);
  const id = useId();
  const isOpen = isAsked || inUse;
  return (
    <>
      {!inUse && (
        <Button
          variant="secondary"
          size="small"
          className={styles.ask}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsAsked(!isAsked)}
        >
          Sort and filter
        </Button>
      )}
      <div id={id} className={styles.tools} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}
