import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Verified addresses that accounts have had: what is kept under them elsewhere goes with the account. */
export class CreateEarlierAddresses1732650000000 implements MigrationInterface {
  readonly name = 'CreateEarlierAddresses1732650000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE earlier_address (
        user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
        email text NOT NULL,
        left_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (user_id, email)
      )`);
    // Of changes before this release only those are known that can still be undone.
    await runner.query(`
      INSERT INTO earlier_address (user_id, email, left_at)
      SELECT user_id, email, max(changed_at) FROM email_change_undo GROUP BY user_id, email`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE earlier_address');
  }
}
