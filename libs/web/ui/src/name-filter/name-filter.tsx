import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button';
import { TextField } from '../field';
import { Stack } from '../stack';
import { findByName } from './find-by-name';
import styles from './name-filter.module.css';

/** From this length on, filtering is faster than scanning the list. */
const MORE_THAN_A_HANDFUL = 7;

export interface NameFilterProps<Item> {
  items: readonly Item[];
  /** Total number of items, if another filter already narrowed them down. */
  offered?: number;
  /** Whether the items already match the filter text. */
  isMatched?: boolean;
  /** Whether the items are still to come. */
  isLoading?: boolean;
  /** Minimum number of items for the filter to appear. */
  offeredFrom?: number;
  nameOf: (item: Item) => string;
  /** Additional searchable texts, such as tags; names rank first. */
  labelsOf?: (item: Item) => readonly string[];
  /** Singular noun of an item, such as 'campaign'. */
  noun: string;
  /** Filter text. */
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter if at least one item matches. */
  onEnter?: () => void;
  /** Controls next to the field, such as the sort order; on phones they open on demand. */
  tools?: ReactNode;
  /** Whether the tools currently filter the list, which keeps them visible. */
  toolsInUse?: boolean;
  /** Renders the matching items. */
  children: (found: readonly Item[]) => ReactNode;
}

/** List with a filter by name, shown once the list is long enough. */
export function NameFilter<Item>({
  items,
  offered: all = items.length,
  isMatched = false,
  isLoading = false,
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
  const found = offered && !isMatched ? findByName(items, nameOf, value, labelsOf) : items;
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
            !isLoading &&
            (value.trim() ? `No ${noun} is called “${value.trim()}”.` : `No ${noun} is of these.`)}
        </p>
      </div>
    </Stack>
  );
}

/** In the toolbar on wide screens; behind a button on phones, to leave room for documents. */
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
