import type { UpdateDocumentRequest } from '@tomekeeper/contracts-document';
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
import { both } from '../passages/audiences/handout-titles';
import { readersOfDocument } from '../sharing/reveals/document-readers';
import { hasPicture } from '../thumbnails/thumbnail-queue';

const PORTRAITS = ['portrait', 'public_portrait'] as const;

/** @throws {DomainError} 400 unless each portrait is a picture document of the campaign or an image of the document's text */
export async function checkPortraits(
  db: SqlReader,
  { id, campaign }: { id: string; campaign: string },
  request: UpdateDocumentRequest,
): Promise<void> {
  for (const field of PORTRAITS) {
    const picture = request[field];
    if (!picture) continue;
    const [found] = await db.query<{ content_type: string }>(
      `SELECT content_type FROM document WHERE id = $1 AND campaign_id = $3
       UNION ALL
       SELECT 'image/png' FROM passage_image WHERE id = $1 AND document_id = $2`,
      [picture, id, campaign],
    );
    if (!found || !hasPicture(found.content_type))
      throw invalidField(field, 'Choose a picture of this campaign, or an image of the text.');
  }
}

/** Players who see another portrait of a document that this transaction has locked. */
export async function readersOfNewPortrait(
  tx: Transaction,
  before: DocumentEntity,
  request: UpdateDocumentRequest,
): Promise<AudienceMembers> {
  const field = before.is_spoilers ? 'public_portrait' : 'portrait';
  const picture = request[field];
  if (picture === undefined || picture === before[field]) return NO_MEMBERS;
  const { readers } = await readersOfDocument(tx, before);
  const seen = await Promise.all(
    [before[field], picture].map((one) => readersOfPicture(tx, before, one)),
  );
  return both(readers, seen.reduce(unionOf));
}

async function readersOfPicture(
  tx: Transaction,
  { id, is_spoilers }: DocumentEntity,
  picture: string | null,
): Promise<AudienceMembers> {
  if (picture === null) return NO_MEMBERS;
  if (await isSharedPicture(tx, picture)) return ALL_MEMBERS;
  const rows = await tx.query<{ audience_class: string | null }>(
    `SELECT DISTINCT audience_class FROM passage
      WHERE document_id = $1 AND kind = 'image' AND content ->> 'image' = $2`,
    [id, picture],
  );
  const classes = rows.map(({ audience_class }) => audience_class);
  const members = await membersOfClasses(tx, classes);
  return unionOfAll(classes.map((one) => membersOfClass(one, { is_spoilers }, members)));
}
