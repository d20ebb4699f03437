import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who is in which group of the pool. Groups have no rights of their own: what reads the tokens gives them. */
export class CreateGroups1732500000000 implements MigrationInterface {
  readonly name = 'CreateGroups1732500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE group_member (
        user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
        group_name text NOT NULL,
        added_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, group_name)
      )`);
    await runner.query('CREATE INDEX group_member_group_name ON group_member (group_name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE group_member');
  }
}
