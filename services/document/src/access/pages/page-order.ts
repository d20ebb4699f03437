import type { DocumentSorting } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';
import { z } from 'zod';

/** Order of a list by columns of `k`. All columns have one direction, because cursors are row comparisons. */
export interface PageOrder {
  /** Identifies the order in cursors. */
  name: string;
  keys: readonly Key[];
  direction: 'ASC' | 'DESC';
}

interface Key {
  sql: string;
  type: 'boolean' | 'timestamptz' | 'text' | 'int';
}

const LATEST_PINNED: Key = { sql: 'k.pinned', type: 'boolean' };
const FIRST_PINNED: Key = { sql: '(NOT k.pinned)', type: 'boolean' };
const TITLE: Key = { sql: 'k.title_order', type: 'text' };
const SINCE: Key = { sql: 'k.since', type: 'timestamptz' };

/** Sort keys of titles are truncated; ties are broken by time. */
const ORDERS: Record<DocumentSorting, Omit<PageOrder, 'name'>> = {
  newest: { keys: [LATEST_PINNED, SINCE], direction: 'DESC' },
  title: { keys: [FIRST_PINNED, TITLE, SINCE], direction: 'ASC' },
  kind: {
    keys: [FIRST_PINNED, { sql: 'k.kind_order', type: 'int' }, TITLE, SINCE],
    direction: 'ASC',
  },
  session: {
    keys: [FIRST_PINNED, { sql: 'k.session_order', type: 'int' }, TITLE, SINCE],
    direction: 'ASC',
  },
};

/** The order of the list of all documents. */
export const BY_TIME = { name: 'time', keys: [SINCE] } as const;

export function pageOrder(sort: DocumentSorting, isGrouped: boolean): PageOrder {
  const { keys, direction } = ORDERS[sort];
  if (!isGrouped) return { name: sort, keys, direction };
  const category = direction === 'ASC' ? 'k.category_order' : '(-k.category_order)';
  return {
    name: `category-${sort}`,
    keys: [{ sql: category, type: 'int' }, ...keys],
    direction,
  };
}

const columns = ({ keys }: PageOrder): string[] => [...keys.map(({ sql }) => sql), 'k.id'];

/** ORDER BY for rows `k`. */
export const orderBy = (order: PageOrder): string =>
  columns(order)
    .map((column) => `${column} ${order.direction}`)
    .join(', ');

/** The keys of row `k` as text, for the cursor after it. */
export const keysOf = ({ keys }: PageOrder): string =>
  `ARRAY[${keys.map(({ sql, type }) => (type === 'timestamptz' ? `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : `${sql}::text`)).join(', ')}]`;

/** Whether row `k` follows a cursor, whose keys are parameter `from` and whose id is the parameter after it. */
export function follows(order: PageOrder, from: number): string {
  const values = order.keys.map(({ type }, at) => `($${from}::text[])[${at + 1}]::${type}`);
  const comparison = order.direction === 'ASC' ? '>' : '<';
  return `(${columns(order).join(', ')}) ${comparison} (${[...values, `$${from + 1}::uuid`].join(', ')})`;
}

/** The last document of a page: its sort keys as text, and its id. */
export interface PageCursor {
  keys: string[];
  id: string;
}

const VALUES: Record<Key['type'], z.ZodType<string>> = {
  boolean: z.enum(['true', 'false']),
  timestamptz: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  // PostgreSQL stores no null character.
  text: z.string().regex(/^[^\0]{0,200}$/),
  int: z.string().regex(/^-?\d{1,5}$/),
};

const encoded = z.tuple([z.string(), z.array(z.string()), z.uuid()]);

export const cursorText = ({ name }: PageOrder, { keys, id }: PageCursor): string =>
  Buffer.from(JSON.stringify([name, keys, id])).toString('base64url');

/** @throws {DomainError} 400 if the text is not a cursor of this order */
export function readCursor(order: PageOrder, text: string): PageCursor {
  const [name, keys, id] = encoded.safeParse(parsedJson(text)).data ?? [];
  const isOfOrder =
    name === order.name &&
    keys?.length === order.keys.length &&
    order.keys.every(({ type }, at) => VALUES[type].safeParse(keys[at]).success);
  if (!isOfOrder || !keys || !id)
    throw new DomainError(
      'invalid',
      'document.cursor',
      'after must be the next of another page with the same order. Start again without it.',
    );
  return { keys, id };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
