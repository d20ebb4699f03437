import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When someone last proved who they are, and how the owner of an address takes it back. */
export class CreateIdentityProofs1732620000000 implements MigrationInterface {
  readonly name = 'CreateIdentityProofs1732620000000';

  async up(runner: QueryRunner): Promise<void> {
    // Null until someone proves themself again: signing in was the proof until then.
    await runner.query('ALTER TABLE user_session ADD COLUMN proved_at timestamptz');
    await runner.query(`
      CREATE TABLE email_change_undo (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
        email text NOT NULL,
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX email_change_undo_user ON email_change_undo (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE email_change_undo');
    await runner.query('ALTER TABLE user_session DROP COLUMN proved_at');
  }
}
