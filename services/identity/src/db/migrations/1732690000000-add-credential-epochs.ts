import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rises whenever all sessions of an account end, so that a sign-in judged before starts none afterwards. */
export class AddCredentialEpochs1732690000000 implements MigrationInterface {
  readonly name = 'AddCredentialEpochs1732690000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pool_user ADD COLUMN credential_epoch integer NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pool_user DROP COLUMN credential_epoch');
  }
}
