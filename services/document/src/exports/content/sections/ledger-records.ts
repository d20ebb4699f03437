import type { SectionRecord } from '@tomekeeper/campaign-files';
import { importedEntries } from '../../../ledger/imported-entries';
import { ledgerEntries, titlesOf, type Entry } from '../../../ledger/ledger-entries';
import type { Exporter } from '../exporter';

const PAGE = 500;

/**
 * The ledger, for GMs: imported entries first, both oldest first.
 * @param isExported whether a document is in the export
 */
export async function* ledgerRecords(
  exporter: Exporter,
  isExported: (document: string) => boolean,
): AsyncGenerator<SectionRecord<'ledger'>> {
  const { uow, campaign } = exporter;
  for (let after: string | undefined; ;) {
    const page = await importedEntries(uow, campaign, { after, limit: PAGE, order: 'oldest' });
    for (const { id, at, act, by, document, title, audience, players, passages } of page)
      yield {
        ...{ id, act, audience, at: at.toISOString() },
        ...(by !== null && { by }),
        ...(document !== null && isExported(document) && { document }),
        ...(title !== null && { title }),
        ...(players && { players }),
        ...(passages !== null && { passages }),
      };
    after = page.at(-1)?.id;
    if (page.length < PAGE) break;
  }
  for (let after: number | undefined; ;) {
    const range = {
      after,
      limit: PAGE,
      from: undefined,
      until: undefined,
      order: 'oldest',
    } as const;
    const found = await ledgerEntries(uow, campaign, range);
    const page = found.slice(0, PAGE);
    const titles = await titlesOf(uow, campaign, [...new Set(page.map(sourceOf))]);
    for (const entry of page) yield recordOf(exporter, entry, { titles, isExported });
    after = page.at(-1)?.number;
    if (found.length <= PAGE) return;
  }
}

const sourceOf = ({ source, document }: Entry): string => source ?? document;

function recordOf(
  { users, names }: Exporter,
  entry: Entry,
  {
    titles,
    isExported,
  }: { titles: ReadonlyMap<string, string>; isExported: (document: string) => boolean },
): SectionRecord<'ledger'> {
  const { id, at, act, actor, audience, memberships } = entry;
  const document = sourceOf(entry);
  const by = names.get(actor ?? '');
  const title = titles.get(document);
  const nameOf = (membership: string) => names.get(users.get(membership) ?? '') ?? [];
  return {
    ...{ id, act, audience, at: at.toISOString() },
    ...(by !== undefined && { by }),
    ...(isExported(document) && { document }),
    ...(title !== undefined && { title }),
    ...(memberships && { players: memberships.flatMap(nameOf) }),
    ...(!entry.is_of_document && { passages: entry.passages }),
  };
}
