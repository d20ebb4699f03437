import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ups that wait for the code from their mailbox; several may wait for one address. */
export class CreateWaitingSignUps1732630000000 implements MigrationInterface {
  readonly name = 'CreateWaitingSignUps1732630000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiting_sign_up');
  }
}

const UP = [
  `CREATE TABLE waiting_sign_up (
     id uuid PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     session_hashes bytea[] NOT NULL,
     sealed text NOT NULL,
     given_name text NOT NULL,
     family_name text NOT NULL,
     phone_number text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX waiting_sign_up_user ON waiting_sign_up (user_id, created_at)',
  // Of those who signed up with an earlier release, one waits for each address.
  `INSERT INTO waiting_sign_up
     (id, user_id, session_hashes, sealed, given_name, family_name, phone_number, created_at, expires_at)
   SELECT gen_random_uuid(), u.id, '{}', s.sealed, u.given_name, u.family_name, u.phone_number,
          u.created_at, now() + interval '7 days'
     FROM pool_user u JOIN pool_secret s ON s.user_id = u.id AND s.kind = 'srp'
    WHERE u.status = 'UNCONFIRMED'`,
];
