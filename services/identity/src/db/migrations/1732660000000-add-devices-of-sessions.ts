import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The device that a session began on, where it proved itself or was confirmed. No foreign key: forgetting a
 * device must not wait for sessions, and is seen when the two are joined.
 */
export class AddDevicesOfSessions1732660000000 implements MigrationInterface {
  readonly name = 'AddDevicesOfSessions1732660000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_session ADD COLUMN device_key text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE user_session DROP COLUMN device_key');
  }
}
