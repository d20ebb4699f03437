import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the chosen players of a class see the names of the others. A GM decides at a reveal, so the flag is part of the audience. */
export class ToldReaders1734120000000 implements MigrationInterface {
  readonly name = 'ToldReaders1734120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE audience_class ADD COLUMN tells_readers boolean NOT NULL DEFAULT false',
    );
    await runner.query(
      'ALTER TABLE audience_class DROP CONSTRAINT audience_class_campaign_id_memberships_key',
    );
    await runner.query(
      'ALTER TABLE audience_class ADD UNIQUE (campaign_id, memberships, tells_readers)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audience_class DROP COLUMN tells_readers');
    await runner.query('ALTER TABLE audience_class ADD UNIQUE (campaign_id, memberships)');
  }
}
