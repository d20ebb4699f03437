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
  /** In E.164 form; empty when there is none. */
  phoneNumber: string;
  phoneNumberVerified: boolean;
  /** Rises whenever all sessions end: what was proved at an earlier one starts none any more. */
  credentialEpoch: number;
}

/** The address is unconfirmed: whoever confirms it replaces such an account. */
export const isWaiting = ({ status, enabled }: PoolUser): boolean =>
  status === 'UNCONFIRMED' && enabled;

/** {@link isWaiting} in SQL. */
export const IS_WAITING = `status = 'UNCONFIRMED' AND enabled`;
/** SQL: someone has proved the address, whether or not an operator has disabled the account since. */
export const HAS_PROVED_ADDRESS = `status <> 'UNCONFIRMED'`;

/** A row of `pool_user`. */
export interface PoolUserRow {
  id: string;
  email: string;
  email_verified: boolean;
  status: UserStatus;
  enabled: boolean;
  given_name: string;
  family_name: string;
  phone_number: string;
  phone_number_verified: boolean;
  credential_epoch: number;
}

const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'status',
  'enabled',
  'given_name',
  'family_name',
  'phone_number',
  'phone_number_verified',
  'credential_epoch',
];

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
  phoneNumber: row.phone_number,
  phoneNumberVerified: row.phone_number_verified,
  credentialEpoch: row.credential_epoch,
});
