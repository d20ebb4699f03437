import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import { errorCode, StartupProblem } from '@tomekeeper/cli-kit';
import { connectAsAdmin } from './admin-connection';
import { ownerOf } from './database-roles';
import { EXTENSION_SCHEMA } from './role-names';
import { scramVerifier } from './scram';

/** An account with the right to create roles on a server, for example the administrator of a managed database. */
export type ServerAdministrator = { readonly username: string; readonly password: string };

/**
 * Creates the role in `ownerUrl` and makes it the owner of its database, with CREATEROLE as its only
 * privilege: preparations sign in as this role, and the server's administrator is not needed again.
 * Idempotent; objects that an earlier preparation created as the administrator are reassigned.
 * @param schemas whose existing roles the owner manages
 */
export async function ownDatabase(
  ownerUrl: string,
  administrator: ServerAdministrator,
  schemas: readonly string[],
): Promise<void> {
  const { username, password } = new URL(ownerUrl);
  const owner = decodeURIComponent(username);
  const client = await connectAsAdmin(
    Object.assign(new URL(ownerUrl), {
      username: encodeURIComponent(administrator.username),
      password: encodeURIComponent(administrator.password),
    }).href,
  );
  try {
    await client.query('BEGIN');
    await makeOwner(client, owner, decodeURIComponent(password));
    await handOver(client, owner, schemas);
    await client.query('COMMIT');
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    throw new StartupProblem(
      `The server's administrator ${administrator.username} may not make roles or give this database away: it needs CREATEROLE, CREATEDB and to own the database. (${String(error)})`,
    );
  } finally {
    // Ends an open transaction too.
    await client.end();
  }
}

async function makeOwner(client: Client, owner: string, password: string): Promise<void> {
  const { rows: others } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
      WHERE datname <> current_database() AND pg_get_userbyid(datdba) = $1`,
    [owner],
  );
  if (others.length > 0)
    throw new StartupProblem(
      `The role ${owner} of this server owns the database ${others.map(({ name }) => name).join(', ')}, so nothing was changed: choose another name with DATABASE_ROLE_PREFIX, for the command that makes the secrets.`,
    );
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [owner]);
  const role = escapeIdentifier(owner);
  const secret = escapeLiteral(scramVerifier(password));
  await client.query(
    `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${role} LOGIN CREATEROLE PASSWORD ${secret}`,
  );
}

async function handOver(client: Client, owner: string, schemas: readonly string[]): Promise<void> {
  const role = escapeIdentifier(owner);
  // Without superuser rights, ownership can only be transferred to roles of which the current user is a
  // member.
  await client.query(`GRANT ${role} TO CURRENT_USER`);
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  await client.query(`ALTER DATABASE ${escapeIdentifier(rows[0]?.name ?? '')} OWNER TO ${role}`);
  if ((await ownerOf(client, EXTENSION_SCHEMA)) !== undefined)
    await client.query(`ALTER SCHEMA ${EXTENSION_SCHEMA} OWNER TO ${role}`);
  for (const schema of schemas) {
    const tenant = await ownerOf(client, schema);
    if (tenant !== undefined)
      await client.query(`GRANT ${escapeIdentifier(tenant)} TO ${role} WITH ADMIN OPTION`);
  }
}
