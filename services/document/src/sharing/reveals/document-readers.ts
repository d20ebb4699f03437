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

/** Players who see a document or parts of it, and the effect of hiding it. */
export interface DocumentReaders {
  readers: AudienceMembers;
  takes: TakesFrom;
}

/** All players for a Public document; members of its passages' classes for a spoiler. */
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
