import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails on their way. Who they are for is known only to `sealed`, which is erased on delivery. */
export class CreateMails1732000000000 implements MigrationInterface {
  readonly name = 'CreateMails1732000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail (
        id uuid PRIMARY KEY,
        status text NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed')),
        template text,
        sealed text,
        attempts integer NOT NULL DEFAULT 0,
        -- Deliveries that began while an earlier one had neither succeeded nor failed.
        uncertain integer NOT NULL DEFAULT 0,
        sending_since timestamptz,
        failure text,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CHECK ((status = 'sent') = (sealed IS NULL))
      )`);
    await runner.query(`CREATE INDEX mail_unsent ON mail (created_at) WHERE status <> 'sent'`);
    await runner.query('CREATE INDEX mail_finished_at ON mail (finished_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail');
  }
}
