import type { SectionRecord } from '@tomekeeper/campaign-files';
import type { VisibleDocument } from '../../../access/visible-documents';
import { looksOfHandouts } from '../../../access/visible-handouts';
import { copiesIn, handoutsOf } from '../../../passages/handouts/handout-documents';
import type { Exporter } from '../exporter';
import { audiencesOfClasses } from '../exported-audience';
import { passageIndexes } from './passage-indexes';

/** Handouts with their own ids that some player sees, for GMs. */
export async function* handoutRecords(
  exporter: Exporter,
  notes: readonly VisibleDocument[],
): AsyncGenerator<SectionRecord<'handouts'>> {
  const { uow, viewer, users } = exporter;
  for (const { id: source, handouts } of notes) {
    if (!handouts) continue;
    const indexes = await passageIndexes(exporter, source);
    for (const { id, title } of await handoutsOf(uow, source)) {
      // The first handout is the note itself.
      if (id === source) continue;
      const copies = await copiesIn(uow, id, 'all');
      const classes = copies.map(({ audience_class }) => audience_class);
      const audienceOf = await audiencesOfClasses(uow, classes, users);
      const [looks] = await looksOfHandouts(uow, viewer.scope, [id]);
      yield {
        ...{ id, source, title },
        ...(looks?.category && { category: looks.category }),
        passages: copies.flatMap(({ source: of, audience_class }) => {
          const passage = indexes.get(of);
          return passage === undefined ? [] : [{ passage, audience: audienceOf(audience_class) }];
        }),
      };
    }
  }
}
