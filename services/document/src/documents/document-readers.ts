import type { SqlReader } from '@tomekeeper/persistence';
import { membersOfClasses } from '../passages/audience-class';
import { classesOf } from '../passages/change-classes';
import type { TakesFrom } from '../passages/changes';
import { anyOf, EVERYBODY, readersOf, type Readers } from '../passages/readers';
import type { DocumentEntity } from './document.entity';

/** Which players see a document, or something of it, and what taking it away takes from whom. */
export interface DocumentReaders {
  readers: Readers;
  takes: TakesFrom;
}

/** Of a Public document all players; of a spoiler those of whose classes a passage is. */
export async function readersOfDocument(
  db: SqlReader,
  { id, is_spoilers }: Pick<DocumentEntity, 'id' | 'is_spoilers'>,
): Promise<DocumentReaders> {
  if (!is_spoilers) return { readers: EVERYBODY, takes: { gm: true, players: EVERYBODY } };
  const classes = await classesOf(db, id);
  const members = await membersOfClasses(db, classes);
  const readers = anyOf(classes.map((one) => readersOf(one, { is_spoilers }, members)));
  return { readers, takes: { gm: true, players: readers } };
}
