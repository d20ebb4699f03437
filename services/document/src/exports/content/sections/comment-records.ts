import type { SectionRecord } from '@tomekeeper/campaign-files';
import { COMMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { VisibleDocument } from '../../../access/visible-documents';
import { commentsStateOf } from '../../../comments/comment-rows';
import { visibleComments, type VisibleComment } from '../../../passages/visible/visible-comments';
import type { Exporter } from '../exporter';
import { audiencesOfClasses } from '../exported-audience';
import { passageIndexes } from './passage-indexes';

/** Comments on notes and on files with a text in the archive, as the exporter sees them. */
export async function* commentRecords(
  exporter: Exporter,
  { notes, texts }: { notes: readonly VisibleDocument[]; texts: readonly VisibleDocument[] },
): AsyncGenerator<SectionRecord<'comments'>> {
  if (await areOff(exporter)) return;
  for (const { id: document } of [...notes, ...texts]) {
    const comments = await commentsOn(exporter, document);
    if (comments.length === 0) continue;
    const { uow, users, names } = exporter;
    const indexes = await passageIndexes(exporter, document);
    const classes = comments.map(({ audience_class }) => audience_class);
    const audienceOf = await audiencesOfClasses(uow, classes, users);
    for (const comment of comments) {
      const passage = indexes.get(comment.passage);
      // Deleted since the list was read.
      if (passage === undefined) continue;
      const author = comment.imported_author || names.get(comment.author ?? '');
      const edited_at = comment.edited_at?.toISOString();
      exporter.contents.comments.push({ id: comment.id, edited_at: edited_at ?? null });
      yield {
        ...{ id: comment.id, document, passage, by_gm: comment.is_by_gm, text: comment.text },
        ...(author !== undefined && { author }),
        ...(comment.audience_class !== null && { audience: audienceOf(comment.audience_class) }),
        created_at: comment.created_at.toISOString(),
        ...(edited_at !== undefined && { edited_at }),
      };
    }
  }
}

/** Whether the exporter sees comments on a document. */
export async function hasComments(exporter: Exporter, document: string): Promise<boolean> {
  if (await areOff(exporter)) return false;
  const { uow, viewer, person } = exporter;
  const asked = { scope: viewer.scope, person };
  return (await visibleComments(uow, asked, document, { after: undefined, limit: 1 })).length > 0;
}

/** Members see no comments while these are off. */
const areOff = async ({ uow, campaign }: Exporter): Promise<boolean> =>
  (await commentsStateOf(uow, campaign)) === 'off';

async function commentsOn(
  { uow, viewer: { scope }, person }: Exporter,
  document: string,
): Promise<VisibleComment[]> {
  const comments: VisibleComment[] = [];
  for (;;) {
    const page = await visibleComments(uow, { scope, person }, document, {
      after: comments.at(-1)?.id,
      limit: COMMENT_LIMITS.page,
    });
    comments.push(...page);
    if (page.length < COMMENT_LIMITS.page) return comments;
  }
}
