import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the token that follows an exchanged one is derived with. */
export class AddSuccessorsOfRefreshTokens1732640000000 implements MigrationInterface {
  readonly name = 'AddSuccessorsOfRefreshTokens1732640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_token ADD COLUMN successor_salt bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refresh_token DROP COLUMN successor_salt');
  }
}
