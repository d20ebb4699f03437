/** Where an account stands; the names are the protocol's. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

/** An account of the pool. */
export interface PoolUser {
  id: string;
  /** Lowercased. */
  email: string;
  emailVerified: boolean;
  status: UserStatus;
  enabled: boolean;
  givenName: string;
  familyName: string;
}

/** A row of `pool_user`. */
export interface PoolUserRow {
  id: string;
  email: string;
  email_verified: boolean;
  status: UserStatus;
  enabled: boolean;
  given_name: string;
  family_name: string;
}

const COLUMNS = ['id', 'email', 'email_verified', 'status', 'enabled', 'given_name', 'family_name'];

/** The columns of a {@link PoolUserRow}, for a query that knows the table by this alias. */
export const userColumns = (alias = 'pool_user'): string =>
  COLUMNS.map((column) => `${alias}.${column}`).join(', ');

export const toPoolUser = (row: PoolUserRow): PoolUser => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified,
  status: row.status,
  enabled: row.enabled,
  givenName: row.given_name,
  familyName: row.family_name,
});
