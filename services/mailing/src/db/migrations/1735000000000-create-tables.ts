import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...DELIVERIES, ...MAILING_LIST]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verification, subscriber, mail_delivery');
  }
}

/** Delivery status of each mail. The job contains the encrypted mail until it is delivered. */
const DELIVERIES = [
  `CREATE TABLE mail_delivery (
     mail_id uuid PRIMARY KEY,
     template text NOT NULL,
     started_at timestamptz NOT NULL DEFAULT now(),
     -- Set while a worker talks to the mail server.
     sending_since timestamptz,
     sent_at timestamptz,
     -- Tries with an unknown outcome: the mail server may have accepted the mail.
     uncertain integer NOT NULL DEFAULT 0,
     CHECK (sent_at IS NULL OR sending_since IS NULL)
   )`,
  'CREATE INDEX mail_delivery_started_at ON mail_delivery (started_at)',
];

const MAILING_LIST = [
  `CREATE TABLE subscriber (
     id uuid PRIMARY KEY,
     email text NOT NULL UNIQUE,
     name text NOT NULL,
     status text NOT NULL CHECK (status IN ('pending', 'verified', 'unsubscribed')),
     created_at timestamptz NOT NULL DEFAULT now(),
     changed_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Verification links; their number limits the mails to an address.
  `CREATE TABLE verification (
     token_hash bytea PRIMARY KEY,
     subscriber_id uuid NOT NULL REFERENCES subscriber ON DELETE CASCADE,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     used_at timestamptz
   )`,
  'CREATE INDEX verification_subscriber ON verification (subscriber_id, created_at)',
];
