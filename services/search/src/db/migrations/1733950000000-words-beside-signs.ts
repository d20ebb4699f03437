import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BEGIN_ANEW } from '../../following/begin-anew';

/** Words beside a point or a stroke are found by themselves: what was copied before is copied anew. */
export class WordsBesideSigns1733950000000 implements MigrationInterface {
  readonly name = 'WordsBesideSigns1733950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BEGIN_ANEW);
  }

  async down(): Promise<void> {
    // Copies serve the version before as well.
  }
}
