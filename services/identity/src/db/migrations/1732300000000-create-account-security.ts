import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an account's owner can look after: events, sessions, passkeys, devices. All go with the account. */
export class CreateAccountSecurity1732300000000 implements MigrationInterface {
  readonly name = 'CreateAccountSecurity1732300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE security_event (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id uuid NOT NULL DEFAULT gen_random_uuid(),
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL,
     client text NOT NULL,
     detail text NOT NULL,
     happened_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX security_event_user ON security_event (user_id, seq)',
  'CREATE INDEX security_event_happened_at ON security_event (happened_at)',
  // Earlier releases go on writing sessions without these.
  `ALTER TABLE user_session
     ADD COLUMN client text NOT NULL DEFAULT '',
     ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now()`,
  `UPDATE user_session s SET last_used_at = greatest(s.auth_time,
     (SELECT max(t.created_at) FROM refresh_token t WHERE t.origin_jti = s.origin_jti))`,
  `CREATE TABLE passkey (
     credential_id text PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     public_key bytea NOT NULL,
     counter bigint NOT NULL,
     transports text[] NOT NULL,
     name text NOT NULL,
     rp_id text NOT NULL,
     attachment text,
     created_at timestamptz NOT NULL DEFAULT now(),
     last_used_at timestamptz
   )`,
  'CREATE INDEX passkey_user ON passkey (user_id, created_at)',
  `CREATE TABLE passkey_registration (
     user_id uuid PRIMARY KEY REFERENCES pool_user ON DELETE CASCADE,
     challenge_hash bytea NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE TABLE device (
     device_key text PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     group_key text NOT NULL,
     name text NOT NULL DEFAULT '',
     remembered boolean NOT NULL DEFAULT false,
     sealed_verifier text,
     created_at timestamptz NOT NULL DEFAULT now(),
     modified_at timestamptz NOT NULL DEFAULT now(),
     authenticated_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX device_user ON device (user_id, created_at)',
  `ALTER TABLE pool_client
     ADD COLUMN verifies_by text NOT NULL DEFAULT 'code' CHECK (verifies_by IN ('code', 'link'))`,
  // A key signs only once everyone who caches the published ones can have seen it.
  'ALTER TABLE signing_key ADD COLUMN signs_from timestamptz NOT NULL DEFAULT now()',
];

const DOWN = [
  'ALTER TABLE signing_key DROP COLUMN signs_from',
  'ALTER TABLE pool_client DROP COLUMN verifies_by',
  'DROP TABLE device',
  'DROP TABLE passkey_registration',
  'DROP TABLE passkey',
  `ALTER TABLE user_session
     DROP COLUMN client, DROP COLUMN last_used_at`,
  'DROP TABLE security_event',
];
