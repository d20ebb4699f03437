import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import {
  ALL_MEMBERS,
  type AudienceMembers,
  membersOfClass,
  NO_MEMBERS,
  unionOf,
  unionOfAll,
} from '@tomekeeper/visibility';
import { isSharedPicture } from '../access/visible-documents';
import type { DocumentEntity } from '../model/document.entity';
import { invalidField } from '../model/document.errors';
import { membersOfClasses } from '../passages/audiences/audience-class';
import { classesOfImage } from '../passages/audiences/change-classes';
import { both } from '../passages/audiences/handout-titles';
import { hasPicture } from '../thumbnails/thumbnail-queue';
import { readersOfDocument } from './reveals/document-readers';

/** Content type of images in texts, which the worker encodes. */
const IMAGE_TYPE = 'image/webp';

/** @throws {DomainError} 400 unless the portrait is a picture document of the campaign, or an image of the document's text */
export async function checkPortrait(
  db: SqlReader,
  { id, campaign_id }: Pick<DocumentEntity, 'id' | 'campaign_id'>,
  picture: string | null | undefined,
): Promise<void> {
  if (!picture) return;
  const [found] = await db.query<{ content_type: string }>(
    `SELECT content_type FROM document WHERE id = $1 AND campaign_id = $3
     UNION ALL
     SELECT '${IMAGE_TYPE}' FROM passage_image WHERE id = $1 AND document_id = $2`,
    [picture, id, campaign_id],
  );
  if (!found || !hasPicture(found.content_type))
    throw invalidField('portrait', 'Choose a picture of this campaign, or an image of the text.');
}

/** Readers of a document who see a change of its portrait. */
export async function readersOfPortraits(
  tx: Transaction,
  document: DocumentEntity,
  { before, after }: { before: string | null; after: string | null | undefined },
): Promise<AudienceMembers> {
  if (after === undefined || after === before) return NO_MEMBERS;
  const { readers } = await readersOfDocument(tx, document);
  const old = await readersOfPicture(tx, document, before);
  return both(readers, unionOf(old, await readersOfPicture(tx, document, after)));
}

async function readersOfPicture(
  tx: Transaction,
  { id, is_spoilers }: DocumentEntity,
  picture: string | null,
): Promise<AudienceMembers> {
  if (picture === null) return NO_MEMBERS;
  if (await isSharedPicture(tx, picture)) return ALL_MEMBERS;
  const classes = await classesOfImage(tx, id, picture);
  const members = await membersOfClasses(tx, classes);
  return unionOfAll(classes.map((one) => membersOfClass(one, { is_spoilers }, members)));
}
