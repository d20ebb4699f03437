import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and their sign-in. Rows that also exist for unknown people have no foreign key: see PhantomUsers. */
export class CreateUserPool1732000000000 implements MigrationInterface {
  readonly name = 'CreateUserPool1732000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE ${table}`);
  }
}

const STATEMENTS = [
  `CREATE TABLE pool (
     pool_id text PRIMARY KEY,
     sealed_secret text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE pool_client (
     pool_id text NOT NULL REFERENCES pool,
     client_id text NOT NULL,
     flows text[] NOT NULL,
     rotates_refresh_tokens boolean NOT NULL DEFAULT true,
     sealed_secret text,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (pool_id, client_id)
   )`,
  `CREATE TABLE pool_user (
     id uuid PRIMARY KEY,
     pool_id text NOT NULL REFERENCES pool,
     email text NOT NULL,
     email_verified boolean NOT NULL DEFAULT false,
     status text NOT NULL
       CHECK (status IN ('UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD')),
     enabled boolean NOT NULL DEFAULT true,
     given_name text NOT NULL DEFAULT '',
     family_name text NOT NULL DEFAULT '',
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     UNIQUE (pool_id, email)
   )`,
  `CREATE TABLE pool_secret (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL,
     sealed text NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, kind)
   )`,
  `CREATE TABLE auth_session (
     secret_hash bytea PRIMARY KEY,
     pool_id text NOT NULL,
     client_id text NOT NULL,
     user_id uuid NOT NULL,
     challenge text NOT NULL,
     sealed_state text NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE TABLE verification_code (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     purpose text NOT NULL,
     mac bytea NOT NULL,
     key_version text NOT NULL,
     target text,
     tries integer NOT NULL DEFAULT 0,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (pool_id, user_id, purpose)
   )`,
  `CREATE TABLE password_attempts (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     failures integer NOT NULL,
     last_at timestamptz NOT NULL,
     locked_until timestamptz,
     PRIMARY KEY (pool_id, user_id)
   )`,
  `CREATE TABLE quota (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     used integer NOT NULL,
     window_started timestamptz NOT NULL,
     PRIMARY KEY (pool_id, user_id, kind)
   )`,
  `CREATE TABLE user_session (
     origin_jti uuid PRIMARY KEY,
     pool_id text NOT NULL,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     client_id text NOT NULL,
     auth_time timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     revoked_at timestamptz
   )`,
  'CREATE INDEX user_session_user ON user_session (user_id)',
  `CREATE TABLE refresh_token (
     token_hash bytea PRIMARY KEY,
     origin_jti uuid NOT NULL REFERENCES user_session ON DELETE CASCADE,
     created_at timestamptz NOT NULL DEFAULT now(),
     rotated_at timestamptz
   )`,
  'CREATE INDEX refresh_token_session ON refresh_token (origin_jti)',
  `CREATE TABLE revoked_origin (
     origin_jti text PRIMARY KEY,
     until timestamptz NOT NULL,
     revoked_at timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
  'CREATE INDEX revoked_origin_revoked_at ON revoked_origin (revoked_at)',
  `CREATE TABLE signing_key (
     kid text PRIMARY KEY,
     pool_id text NOT NULL REFERENCES pool,
     use text NOT NULL CHECK (use IN ('id', 'access')),
     public_jwk jsonb NOT NULL,
     sealed_private text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     retire_after timestamptz
   )`,
];

const TABLES = [
  'signing_key',
  'revoked_origin',
  'refresh_token',
  'user_session',
  'quota',
  'password_attempts',
  'verification_code',
  'auth_session',
  'pool_secret',
  'pool_user',
  'pool_client',
  'pool',
];
