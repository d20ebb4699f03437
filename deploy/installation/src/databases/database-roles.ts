import type { Client } from 'pg';
import { connectAsAdmin } from './admin-connection';
import { prefixFor, roleName, type SchemaOwner } from './role-names';

/**
 * Names the role of each schema, by schema.
 * @param prefix chosen by the operator; without one, names start with the name of the database
 */
export async function chooseRoles(
  adminUrl: string,
  owners: readonly SchemaOwner[],
  prefix?: string,
): Promise<ReadonlyMap<string, string>> {
  const chosen = prefix ?? prefixFor(await databaseOf(adminUrl));
  return new Map(owners.map(({ schema, owner }) => [schema, roleName(chosen, owner)]));
}

async function databaseOf(adminUrl: string): Promise<string> {
  const client = await connectAsAdmin(adminUrl);
  try {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    return rows[0]?.name ?? '';
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

/**
 * Other databases of the server in which a role owns objects or has settings, which means that the role
 * belongs to them.
 */
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
