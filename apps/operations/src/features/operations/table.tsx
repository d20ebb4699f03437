import { createContext, useContext, type ReactNode } from 'react';
import styles from './operations-page.module.css';

const Columns = createContext<readonly string[]>([]);

/**
 * A table that stands as cards where there is no room. The roles are said, because browsers forget them of
 * elements that are laid out otherwise.
 */
export function Table({
  label,
  columns,
  children,
}: {
  label: string;
  columns: readonly string[];
  children: ReactNode;
}) {
  return (
    <Columns value={columns}>
      <table className={styles.table} role="table" aria-label={label}>
        <thead className={styles.head} role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </Columns>
  );
}

/** A row: what it is about, and a cell for each of the other columns. */
export function Row({ cells }: { cells: readonly ReactNode[] }) {
  const columns = useContext(Columns);
  const [subject, ...rest] = cells;
  return (
    <tr className={styles.row} role="row">
      <th className={styles.subject} role="rowheader" scope="row">
        {subject}
      </th>
      {rest.map((cell, at) => (
        // The columns of a table stay what they are.
        <td key={columns[at + 1]} className={styles.cell} role="cell" data-column={columns[at + 1]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** What needs a look: by its words and its weight, not by its colour alone. */
export function Attention({ children }: { children: ReactNode }) {
  return <strong className={styles.attention}>{children}</strong>;
}
