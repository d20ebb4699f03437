import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins under way end with the sessions of their account. */
export class IndexSignInsUnderWay1732680000000 implements MigrationInterface {
  readonly name = 'IndexSignInsUnderWay1732680000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX auth_session_user ON auth_session (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth_session_user');
  }
}
