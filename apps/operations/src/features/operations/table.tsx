import { createContext, useContext, type ReactNode } from 'react';
import styles from './operations-page.module.css';

const Columns = createContext<readonly string[]>([]);

/**
 * Responsive table that becomes cards on narrow screens. Explicit roles are required because
 * browsers drop table semantics when `display` changes.
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

/** Row: header cell, and one cell for each other column. */
export function Row({ cells }: { cells: readonly ReactNode[] }) {
  const columns = useContext(Columns);
  const [subject, ...rest] = cells;
  return (
    <tr className={styles.row} role="row">
      <th className={styles.subject} role="rowheader" scope="row">
        {subject}
      </th>
      {rest.map((cell, at) => (
        // Columns are static.
        <td key={columns[at + 1]} className={styles.cell} role="cell" data-column={columns[at + 1]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** Marks a value that needs attention by text and weight, not only by color. */
export function Attention({ children }: { children: ReactNode }) {
  return <strong className={styles.attention}>{children}</strong>;
}
