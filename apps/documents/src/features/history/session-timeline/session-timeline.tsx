import { detailOrText } from '@tomekeeper/api-client';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { LedgerRow } from '../ledger/entries/ledger-row';
import type { Entry } from '../ledger/ledger-api';
import styles from '../ledger/ledger.module.css';
import { LoadMore } from '../ledger/load-more';
import { useEntries, useLoadMatches } from '../ledger/use-ledger';
import { TimelineSkeleton } from './timeline-skeleton';

/** Reveals, hides and shows between two moments, oldest first, for GMs. */
export function SessionTimeline({
  campaignId,
  people,
  from,
  until,
}: WidgetProps['documents.session-timeline']) {
  const ledger = useEntries(campaignId, { from, until });
  const { entries, error, hasNextPage, isFetchingNextPage } = ledger;
  const shown = (entries ?? []).filter(isForPlayers);
  useLoadMatches(shown, ledger);
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name || undefined;

  if (!entries && error)
    return (
      <LoadFailure
        {...detailOrText(error, 'Unable to load the reveals of this session.')}
        onRetry={() => void ledger.refetch()}
      />
    );
  if (!entries || (shown.length === 0 && isFetchingNextPage)) return <TimelineSkeleton />;
  return (
    <div className={styles.timeline}>
      {shown.length > 0 && (
        <ol role="list" className={styles.entries} onKeyDown={(event) => moveRowFocus(event)}>
          {shown.map((entry) => (
            <LedgerRow key={entry.id} {...{ campaignId, entry, nameOf }} />
          ))}
        </ol>
      )}
      {shown.length === 0 && !hasNextPage && (
        <EmptyState title="Reveals and shows of this session appear here." />
      )}
      <LoadMore list={ledger} failure="Unable to load later entries." label="Load more" />
    </div>
  );
}

const TIMELINE_ACTS = ['reveal', 'hide', 'show', 'take_back'];

/** Whether the entry is about players: not an upload or an edit that only GMs see. */
const isForPlayers = ({ act, audience }: Entry): boolean =>
  TIMELINE_ACTS.includes(act) || audience !== 'gm';
