import type { SectionRecord } from '@tomekeeper/campaign-files';
import { COMMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { VisibleDocument } from '../../../access/visible-documents';
import { commentsStateOf } from '../../../comments/comment-rows';
import { visibleComments, type VisibleComment } from '../../../passages/visible/visible-comments';
import type { Exporter } from '../exporter';
import { audiencesOfClasses } from '../exported-audience';
import { passageIndexes } from './passage-indexes';

/** Comments on notes, as the exporter sees them. Passages of files are not in archives. */
export async function* commentRecords(
  exporter: Exporter,
  notes: readonly VisibleDocument[],
): AsyncGenerator<SectionRecord<'comments'>> {
  // Members see no comments while these are off.
  if ((await commentsStateOf(exporter.uow, exporter.campaign)) === 'off') return;
  for (const { id: document } of notes) {
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
