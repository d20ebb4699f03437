import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors, temporary passwords, telephone numbers, and sign-ins of more than one step. */
export class CreateSignInFactors1732200000000 implements MigrationInterface {
  readonly name = 'CreateSignInFactors1732200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `ALTER TABLE pool_user
     ADD COLUMN phone_number text NOT NULL DEFAULT '',
     ADD COLUMN phone_number_verified boolean NOT NULL DEFAULT false,
     ADD COLUMN temporary_password_until timestamptz`,
  // A session survives wrong answers, but not any number of them.
  'ALTER TABLE auth_session ADD COLUMN tries integer NOT NULL DEFAULT 0',
  `ALTER TABLE password_attempts ADD COLUMN kind text NOT NULL DEFAULT 'password'`,
  'ALTER TABLE password_attempts DROP CONSTRAINT password_attempts_pkey',
  'ALTER TABLE password_attempts ADD PRIMARY KEY (pool_id, user_id, kind)',
  `CREATE TABLE mfa_factor (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL CHECK (kind IN ('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA')),
     preferred boolean NOT NULL DEFAULT false,
     enabled_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, kind)
   )`,
  'CREATE UNIQUE INDEX mfa_factor_preferred ON mfa_factor (user_id) WHERE preferred',
  // Beside the token in use there may be one that its owner has not proved to have yet.
  `CREATE TABLE software_token (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     verified boolean NOT NULL,
     sealed_secret text NOT NULL,
     last_step bigint NOT NULL DEFAULT 0,
     friendly_name text NOT NULL DEFAULT '',
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, verified)
   )`,
  `CREATE TABLE recovery_code (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     mac bytea NOT NULL,
     PRIMARY KEY (user_id, mac)
   )`,
];

const DOWN = [
  'DROP TABLE recovery_code',
  'DROP TABLE software_token',
  'DROP TABLE mfa_factor',
  `DELETE FROM password_attempts WHERE kind <> 'password'`,
  'ALTER TABLE password_attempts DROP CONSTRAINT password_attempts_pkey',
  'ALTER TABLE password_attempts DROP COLUMN kind',
  'ALTER TABLE password_attempts ADD PRIMARY KEY (pool_id, user_id)',
  'ALTER TABLE auth_session DROP COLUMN tries',
  `ALTER TABLE pool_user
     DROP COLUMN phone_number, DROP COLUMN phone_number_verified,
     DROP COLUMN temporary_password_until`,
];
