import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Begins the names of roles on a server of the installation's own, where no other can have them. */
export const STANDARD_PREFIX = 'tk';
/** Leaves room for `_identity`, the longest end, in the 63 bytes of a name. */
const LONGEST_PREFIX = 54;
/** Role prefixes that operators may choose. */
export const rolePrefix = z.string().regex(/^[a-z][a-z0-9_]{0,53}$/, {
  error: 'must be small letters, digits and _, at most 54',
});

/** BullMQ's default schema, so a URL is the only setting that a service needs. */
export const QUEUE_SCHEMA = 'bullmq';
export const QUEUE_OWNER = 'queue';
/** Shared home of extensions: a service's role may create nothing outside its own schema. */
export const EXTENSION_SCHEMA = 'extensions';
/** Suffix of the role that owns a database on an external server. */
export const DATABASE_OWNER = 'owner';

/** Owner of a schema: a service, or `queue`. */
export type SchemaOwner = { readonly schema: string; readonly owner: string };

export const roleName = (prefix: string, owner: string): string => `${prefix}_${owner}`;

/** Roles belong to a whole server, databases too: named after its database, a role is one installation's. */
export function prefixFor(database: string): string {
  const plain = database.toLowerCase().replace(/[^a-z0-9_]/g, '_');
  const whole = `${STANDARD_PREFIX}_${plain}`;
  if (plain === database && whole.length <= LONGEST_PREFIX) return whole;
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8);
  return `${whole.slice(0, LONGEST_PREFIX - hash.length - 1)}_${hash}`;
}

/**
 * Whether a role was created for this owner, in any database, because databases are renamed, copied and
 * moved.
 */
export const isMadeFor = (owner: string, role: string): boolean =>
  role.startsWith(`${STANDARD_PREFIX}_`) && role.endsWith(`_${owner}`);
