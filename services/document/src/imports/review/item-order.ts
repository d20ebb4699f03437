import type { Transaction } from '@tomekeeper/persistence';

interface Ordered {
  number: number;
  path: string;
  title: string;
}

const BY_NAME = new Intl.Collator('en', { numeric: true });

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Folder by folder, then by title; numbers in names count as numbers, and ties keep the order of the source. */
export function byFolderAndTitle(one: Ordered, other: Ordered): number {
  const [folders, others] = [folderOf(one.path).split('/'), folderOf(other.path).split('/')];
  for (let depth = 0; depth < Math.min(folders.length, others.length); depth++) {
    const order = BY_NAME.compare(folders[depth]!, others[depth]!);
    if (order !== 0) return order;
  }
  return (
    folders.length - others.length ||
    BY_NAME.compare(one.title, other.title) ||
    BY_NAME.compare(one.path, other.path) ||
    one.number - other.number
  );
}

/** Renumbers the items of an import in the order of the review, so that pages by number stay stable while titles change. */
export async function orderItems(tx: Transaction, id: string): Promise<void> {
  const items = await tx.query<Ordered>(
    'SELECT number, path, title FROM import_item WHERE import_id = $1',
    [id],
  );
  const last = items.reduce((max, { number }) => Math.max(max, number), 0);
  await tx.query(
    // Starts behind the last number, because numbers must be unique at every moment.
    `UPDATE import_item i SET number = $3 + o.nth
       FROM unnest($2::int[]) WITH ORDINALITY AS o (number, nth)
      WHERE i.import_id = $1 AND i.number = o.number`,
    [id, items.sort(byFolderAndTitle).map(({ number }) => number), last],
  );
}
