import type { ClientBase } from 'pg';
import { StartupProblem } from '@tomekeeper/program-kit';

/** One schema as statements: its tables first, and what is better made once the rows are in. */
export type SchemaDescription = {
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly tables: readonly TableDescription[];
};

export type TableDescription = {
  readonly name: string;
  /** Those that are stored, not computed. */
  readonly columns: readonly string[];
};

/**
 * Describes a schema in the server's own words (`pg_get_…`), so that it is made again exactly as it was,
 * whatever release made it: the start of a newer one then migrates it as any other.
 */
export async function describeSchema(client: ClientBase, name: string): Promise<SchemaDescription> {
  const statements = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ sql: string }>(sql, [name]);
    return rows.map((row) => row.sql);
  };
  await refuseUnknown(client, name);
  const before = [];
  for (const sql of [ENUMS, SEQUENCES, TABLES, SEQUENCE_OWNERS, FUNCTIONS, DEFAULTS])
    before.push(...(await statements(sql)));
  const after = [];
  for (const sql of [CONSTRAINTS, INDEXES, TRIGGERS]) after.push(...(await statements(sql)));
  const { rows: tables } = await client.query<TableDescription>(TABLE_COLUMNS, [name]);
  return { name, before, after, tables };
}

/** Where each counter of a schema stands, as statements. */
export async function describeCounters(client: ClientBase, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relkind = 'S' ORDER BY 1`,
    [schema],
  );
  const found = [];
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ sql: string }>(
      `SELECT format('SELECT pg_catalog.setval(%L, %s, %L)', $1::text, last_value, is_called) AS sql
         FROM ${name}`,
      [name],
    );
    found.push(...at.map((row) => row.sql));
  }
  return found;
}

/** Better no backup, and said so, than one that leaves something out. */
async function refuseUnknown(client: ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ what: string }>(UNKNOWN, [schema]);
  if (rows.length === 0) return;
  const names = rows.map(({ what }) => what).join(', ');
  throw new StartupProblem(
    `The database holds things that a backup does not know how to keep (${names}): use pg_dump instead.`,
  );
}

const ENUMS = `
  SELECT format('CREATE TYPE %I.%I AS ENUM (%s)', n.nspname, t.typname,
           (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
              FROM pg_enum e WHERE e.enumtypid = t.oid)) AS sql
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE n.nspname = $1 AND t.typtype = 'e' ORDER BY t.typname`;

const SEQUENCE_OPTIONS = `format('INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s',
  s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
  CASE WHEN s.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)`;

const SEQUENCES = `
  SELECT format('CREATE SEQUENCE %I.%I AS %s %s', n.nspname, c.relname,
           format_type(s.seqtypid, NULL), ${SEQUENCE_OPTIONS}) AS sql
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i'
                       AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass)
   ORDER BY c.relname`;

/** The counter behind GENERATED … AS IDENTITY is part of its column. */
const IDENTITY = `(SELECT format(' GENERATED %s AS IDENTITY (SEQUENCE NAME %I.%I %s)',
    CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END,
    n.nspname, sc.relname, ${SEQUENCE_OPTIONS})
  FROM pg_depend d JOIN pg_class sc ON sc.oid = d.objid JOIN pg_sequence s ON s.seqrelid = sc.oid
 WHERE d.refobjid = c.oid AND d.refobjsubid = a.attnum AND d.deptype = 'i'
   AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass)`;

const COLUMN = `format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
  || CASE WHEN a.attcollation <> t.typcollation
       THEN (SELECT format(' COLLATE %I.%I', cn.nspname, co.collname) FROM pg_collation co
               JOIN pg_namespace cn ON cn.oid = co.collnamespace WHERE co.oid = a.attcollation)
       ELSE '' END
  || CASE WHEN a.attidentity <> '' THEN ${IDENTITY} ELSE '' END
  || CASE a.attgenerated WHEN 's' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(d.adbin, d.adrelid))
       WHEN 'v' THEN format(' GENERATED ALWAYS AS (%s) VIRTUAL', pg_get_expr(d.adbin, d.adrelid))
       ELSE '' END
  || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END`;

const FROM_COLUMNS = `
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE n.nspname = $1 AND c.relkind = 'r'`;

const TABLES = `
  SELECT format('CREATE %sTABLE %I.%I (%s)%s', CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END,
           n.nspname, c.relname, string_agg(${COLUMN}, ', ' ORDER BY a.attnum),
           ' WITH (' || array_to_string(c.reloptions, ', ') || ')') AS sql
  ${FROM_COLUMNS}
   GROUP BY n.nspname, c.oid, c.relname, c.relpersistence, c.reloptions ORDER BY c.relname`;

const TABLE_COLUMNS = `
  SELECT c.relname AS name,
         array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  ${FROM_COLUMNS}
   GROUP BY c.relname ORDER BY c.relname`;

const SEQUENCE_OWNERS = `
  SELECT format('ALTER SEQUENCE %I.%I OWNED BY %I.%I.%I', n.nspname, s.relname, n.nspname, c.relname, a.attname) AS sql
    FROM pg_depend d
    JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_class c ON c.oid = d.refobjid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
    JOIN pg_namespace n ON n.oid = s.relnamespace
   WHERE n.nspname = $1 AND d.deptype = 'a' AND d.classid = 'pg_class'::regclass ORDER BY s.relname`;

const FUNCTIONS = `
  SELECT pg_get_functiondef(p.oid) AS sql FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname = $1 AND p.prokind IN ('f', 'p')
   ORDER BY p.proname, pg_get_function_identity_arguments(p.oid)`;

const DEFAULTS = `
  SELECT format('ALTER TABLE %I.%I ALTER COLUMN %I SET DEFAULT %s', n.nspname, c.relname, a.attname,
           pg_get_expr(d.adbin, d.adrelid)) AS sql
  ${FROM_COLUMNS} AND d.oid IS NOT NULL AND a.attgenerated = ''
   ORDER BY c.relname, a.attnum`;

/** Foreign keys last: they need the other table's key. NOT NULL stands with its column. */
const CONSTRAINTS = `
  SELECT format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', n.nspname, c.relname, k.conname,
           pg_get_constraintdef(k.oid)) AS sql
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND k.contype IN ('p', 'u', 'x', 'c', 'f')
   ORDER BY k.contype = 'f', c.relname, k.conname`;

const INDEXES = `
  SELECT pg_get_indexdef(i.indexrelid) AS sql FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind = 'r'
     AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
   ORDER BY 1`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(t.oid) AS sql FROM pg_trigger t
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND NOT t.tgisinternal ORDER BY 1`;

/** Everything that the statements above do not speak of. */
const UNKNOWN = `
  SELECT 'relation ' || c.relname AS what FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relkind NOT IN ('r', 'i', 'S')
  UNION ALL
  SELECT 'rights or rules on ' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND (c.relacl IS NOT NULL OR c.relrowsecurity OR c.relhasrules OR c.relispartition
      OR EXISTS (SELECT FROM pg_inherits i WHERE c.oid IN (i.inhrelid, i.inhparent)))
  UNION ALL
  SELECT 'type ' || t.typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE n.nspname = $1 AND t.typtype NOT IN ('e', 'c', 'b')
  UNION ALL
  SELECT 'rights on ' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
   WHERE n.nspname = $1 AND (p.proacl IS NOT NULL OR p.prokind NOT IN ('f', 'p'))`;
