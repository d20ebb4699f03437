import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The mailing list, and the verification links that were sent (also the count of mails per address). */
export class CreateSubscribers1732000100000 implements MigrationInterface {
  readonly name = 'CreateSubscribers1732000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subscriber (
        id uuid PRIMARY KEY,
        email text NOT NULL UNIQUE,
        name text NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'verified', 'unsubscribed')),
        created_at timestamptz NOT NULL DEFAULT now(),
        changed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE verification (
        token_hash bytea PRIMARY KEY,
        subscriber_id uuid NOT NULL REFERENCES subscriber ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await runner.query(
      'CREATE INDEX verification_subscriber ON verification (subscriber_id, created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE verification');
    await runner.query('DROP TABLE subscriber');
  }
}
