import type { MigrationInterface, QueryRunner } from 'typeorm';
import { audiences } from '../tables/audiences';
import { changeFeed } from '../tables/change-feed';
import { comments } from '../tables/comments';
import { documents } from '../tables/documents';
import { extraction } from '../tables/extraction';
import { ledger } from '../tables/ledger';
import { names } from '../tables/names';
import { news } from '../tables/news';
import { notes } from '../tables/notes';
import { objects } from '../tables/objects';
import { passageTriggers } from '../tables/passage-triggers';
import { passages } from '../tables/passages';
import { pictures } from '../tables/pictures';
import { recaps } from '../tables/recaps';
import { shows } from '../tables/shows';
import { transfers } from '../tables/transfers';

/** In this order: the triggers need the tables that they read and write. */
const PARTS = [
  ...[documents, objects, pictures, extraction, passages, notes],
  ...[audiences, ledger, changeFeed, shows, news, comments, passageTriggers, names, recaps],
  transfers,
];

export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const { create } of PARTS) await runner.query(create);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { tables } of PARTS)
      if (tables.length > 0) await runner.query(`DROP TABLE ${tables.join(', ')}`);
    await runner.query(
      'DROP FUNCTION count_passages, note_seen_passage, note_used_passage_ids, passage_block, ' +
        'end_release_of_text, end_release_of_document, keep_former_title, title_stem, title_key, ' +
        'mark_recaps_of_passages, mark_recaps_of_document, title_order, folded_title, kind_order, session_order, category_order',
    );
  }
}
