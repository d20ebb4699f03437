import { insertImportedComments, type ImportedComment } from '../../../comments/comment-rows';
import { recordsOf } from '../../review/import-records';
import { derivedId } from '../derived-id';
import type { RecordTargets, SavedDocuments } from './record-targets';

/** Saves comments on passages that the campaign has. Only viewers of the passage see a comment. */
export async function saveImportedComments(
  { tx, id, campaign }: SavedDocuments,
  targets: RecordTargets,
): Promise<void> {
  for await (const page of recordsOf(tx, id, 'comments')) {
    const comments: ImportedComment[] = [];
    for (const { id: source, document: item, passage: index, audience, ...record } of page) {
      const document = targets.documentOf(item);
      const passage = document && (await targets.passageOf(document, index));
      if (document === undefined || passage === undefined) continue;
      comments.push({
        ...{ id: derivedId(`${document} comment ${source}`), document, passage },
        audience_class: await targets.classOf(audience),
        ...record,
      });
    }
    await insertImportedComments(tx, { id, campaign }, comments);
  }
}
