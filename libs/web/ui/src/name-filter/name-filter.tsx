import type { ReactNode } from 'react';
import { TextField } from '../field';
import { Stack } from '../stack';
import styles from './name-filter.module.css';

/** More than these, and looking for one takes longer than typing its first letters. */
const HANDFUL = 6;

export interface NameFilterProps<Item> {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  /** What one of them is called, such as 'campaign'. */
  noun: string;
  /** What is looked for. */
  value: string;
  onChange: (value: string) => void;
  /** Shows what was found. */
  children: (found: readonly Item[]) => ReactNode;
}

/** A list that can be narrowed down by name, as soon as it holds more than a handful. */
export function NameFilter<Item>({
  items,
  nameOf,
  noun,
  value,
  onChange,
  children,
}: NameFilterProps<Item>) {
  const offered = items.length > HANDFUL;
  const wanted = value.trim().toLocaleLowerCase();
  const found = offered
    ? items.filter((item) => nameOf(item).toLocaleLowerCase().includes(wanted))
    : items;
  return (
    <Stack gap={5}>
      {offered && (
        <div className={styles.field} role="search">
          <TextField
            label="Filter by name"
            type="search"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
      <div>
        {children(found)}
        <p role="status" className={styles.none}>
          {found.length === 0 && `No ${noun} is called “${value.trim()}”.`}
        </p>
      </div>
    </Stack>
  );
}
