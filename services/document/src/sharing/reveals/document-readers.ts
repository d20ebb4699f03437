import type { SqlReader } from '@tomekeeper/persistence';
import {
  ALL_MEMBERS,
  type AudienceMembers,
  membersOfClass,
  unionOfAll,
} from '@tomekeeper/visibility';
import { membersOfClasses } from '../../passages/audiences/audience-class';
import { classesOf } from '../../passages/audiences/change-classes';
import type { TakesFrom } from '../../passages/changes';
import type { DocumentEntity } from '../../model/document.entity';

/** Which players see a document, or something of it, and what taking it away takes from whom. */
export interface DocumentReaders {
  readers: AudienceMembers;
  takes: TakesFrom;
}

/** Of a Public document all players; of a spoiler those of whose classes a passage is. */
export async function readersOfDocument(
  db: SqlReader,
  { id, is_spoilers }: Pick<DocumentEntity, 'id' | 'is_spoilers'>,
): Promise<DocumentReaders> {
  if (!is_spoilers) return { readers: ALL_MEMBERS, takes: { gm: true, players: ALL_MEMBERS } };
  const classes = await classesOf(db, id);
  const members = await membersOfClasses(db, classes);
  const readers = unionOfAll(classes.map((one) => membersOfClass(one, { is_spoilers }, members)));
  return { readers, takes: { gm: true, players: readers } };
}
