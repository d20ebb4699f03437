import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What became of each mail. The mail itself is in its job, sealed, until it is delivered. The table `mail`
 * stays for processes of the release before, and goes in the release after this one.
 */
export class CreateMailDeliveries1732200000000 implements MigrationInterface {
  readonly name = 'CreateMailDeliveries1732200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_delivery (
        mail_id uuid PRIMARY KEY,
        template text NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        -- Set while a worker speaks with the mail server.
        sending_since timestamptz,
        sent_at timestamptz,
        -- Tries whose outcome is unknown: the mail server may have taken the mail.
        uncertain integer NOT NULL DEFAULT 0,
        CHECK (sent_at IS NULL OR sending_since IS NULL)
      )`);
    await runner.query('CREATE INDEX mail_delivery_started_at ON mail_delivery (started_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_delivery');
  }
}
