import type { Client } from 'pg';
import { connectAsAdmin } from './admin-connection';
import { isMadeFor, prefixFor, roleName, type SchemaOwner } from './role-names';

/**
 * The role of each schema, by schema. One that has its schema already stays, unless another installation's
 * schemas are its too (releases before this one named them alike everywhere).
 * @param prefix chosen by the operator
 */
export async function chooseRoles(
  adminUrl: string,
  owners: readonly SchemaOwner[],
  prefix?: string,
): Promise<ReadonlyMap<string, string>> {
  if (prefix !== undefined)
    return new Map(owners.map(({ schema, owner }) => [schema, roleName(prefix, owner)]));
  const client = await connectAsAdmin(adminUrl);
  try {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const derived = prefixFor(rows[0]?.name ?? '');
    const chosen = new Map<string, string>();
    for (const { schema, owner } of owners) {
      const present = await ownerOf(client, schema);
      const stays =
        present !== undefined &&
        isMadeFor(owner, present) &&
        (await otherDatabasesOf(client, present)).length === 0;
      chosen.set(schema, stays ? present : roleName(derived, owner));
    }
    return chosen;
  } finally {
    await client.end();
  }
}

/** The role that owns a schema; undefined where there is none. */
export async function ownerOf(client: Client, schema: string): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = $1',
    [schema],
  );
  return rows[0]?.owner;
}

/** Other databases of the server in which a role owns something or is set up: those it belongs to. */
export async function otherDatabasesOf(client: Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT d.datname AS name FROM pg_database d
      WHERE d.datname <> current_database() AND d.oid IN (
        SELECT s.dbid FROM pg_shdepend s JOIN pg_roles r ON r.oid = s.refobjid
         WHERE s.refclassid = 'pg_authid'::regclass AND s.deptype = 'o' AND r.rolname = $1
        UNION ALL
        SELECT s.setdatabase FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
         WHERE r.rolname = $1)
      ORDER BY 1`,
    [role],
  );
  return rows.map(({ name }) => name);
}
