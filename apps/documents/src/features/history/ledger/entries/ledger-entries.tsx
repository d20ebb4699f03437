import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { type CampaignFacts, nameOfPerson } from '@tomekeeper/remote-kit/campaign';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { byDay } from './days';
import type { Entry } from '../ledger-api';
import { ImportedEntries } from './imported-entries';
import { LedgerRow } from './ledger-row';
import styles from '../ledger.module.css';
import { LoadMore } from '../load-more';
import { useEntries, useLoadMatches } from '../use-ledger';

interface LedgerEntriesProps {
  campaignId: string;
  campaign: CampaignFacts;
}

/** Audience changes, newest first, grouped by day. */
export function LedgerEntries({ campaignId, campaign }: LedgerEntriesProps) {
  const ledger = useEntries(campaignId);
  const { entries, error, hasNextPage, isFetchingNextPage } = ledger;
  const [wanted, setWanted] = useState<Wanted>(EVERYTHING);
  const isNarrowed = wanted.kind !== 'all' || wanted.title.trim() !== '';
  const nameOf = (id: string) => nameOfPerson(campaign, id);
  const found = (entries ?? []).filter((entry) => isWanted(entry, wanted));
  useLoadMatches(found, ledger, isNarrowed);

  if (!entries)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load the ledger.')}
        onRetry={() => void ledger.refetch()}
      />
    ) : (
      <Skeleton label="Loading the ledger…" shape="rows" count={5} />
    );
  if (entries.length === 0)
    return (
      <>
        <EmptyState title="Nothing was revealed yet.">
          Everything you reveal to your players or hide from them is recorded here.
        </EmptyState>
        <ImportedEntries campaignId={campaignId} />
      </>
    );
  return (
    <>
      <div className={styles.fields} role="search" aria-label="Filter the ledger">
        <SelectField
          label="Show"
          options={KINDS}
          value={wanted.kind}
          onChange={(kind) => setWanted({ ...wanted, kind })}
        />
        <TextField
          label="Filter by document"
          type="search"
          autoComplete="off"
          value={wanted.title}
          onChange={({ target }) => setWanted({ ...wanted, title: target.value })}
        />
      </div>
      <div className={styles.days} onKeyDown={(event) => moveRowFocus(event)}>
        {byDay(found, new Date()).map(({ heading, entries }) => (
          <section key={heading} className={styles.day} aria-label={heading}>
            <h2 className={styles.dayHeading}>{heading}</h2>
            <ol role="list" className={styles.entries}>
              {entries.map((entry) => (
                <LedgerRow key={entry.id} {...{ campaignId, entry, nameOf }} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {found.length === 0 && !isFetchingNextPage && (
        <p className={styles.none} role="status">
          {hasNextPage ? 'No matches among the newest entries.' : 'No matching entries.'}
        </p>
      )}
      <LoadMore
        list={ledger}
        failure="Unable to load earlier entries."
        label="Show earlier entries"
      />
      {!hasNextPage && !isNarrowed && <ImportedEntries campaignId={campaignId} />}
    </>
  );
}

type Kind = 'all' | 'reveal' | 'hide' | 'write' | 'file';

interface Wanted {
  kind: Kind;
  title: string;
}

const EVERYTHING: Wanted = { kind: 'all', title: '' };

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'reveal', label: 'Revealed' },
  { value: 'hide', label: 'Hidden' },
  { value: 'write', label: 'Written' },
  { value: 'file', label: 'Added, deleted, replaced' },
];

const ACTS: Readonly<Record<Exclude<Kind, 'all'>, readonly string[]>> = {
  reveal: ['reveal'],
  hide: ['hide'],
  write: ['write'],
  file: ['upload', 'delete', 'restore', 'replace'],
};

/** An undo matches the filter of its resulting audience. */
function isWanted({ act, audience, title, public_title }: Entry, wanted: Wanted): boolean {
  if (wanted.kind !== 'all') {
    const became = audience === 'gm' ? 'hide' : 'reveal';
    const isOfKind = act === 'take_back' ? became === wanted.kind : ACTS[wanted.kind].includes(act);
    if (!isOfKind) return false;
  }
  const words = wanted.title.trim().toLowerCase();
  return [title, public_title].some((one) => (one ?? '').toLowerCase().includes(words));
}
