import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The managed service's older setting of a client, under which it says that there is no such account. */
export class AddClientsThatTellUnknownUsers1732670000000 implements MigrationInterface {
  readonly name = 'AddClientsThatTellUnknownUsers1732670000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pool_client ADD COLUMN tells_unknown_users boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pool_client DROP COLUMN tells_unknown_users');
  }
}
