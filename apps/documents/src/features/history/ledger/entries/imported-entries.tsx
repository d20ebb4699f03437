import { detailOrText } from '@tomekeeper/api-client';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import styles from '../ledger.module.css';
import type { ImportedEntry } from '../ledger-api';
import { LoadMore } from '../load-more';
import { useImportedEntries } from '../use-ledger';
import { byDay, momentInWords, timeInWords } from './days';
import { entryWords } from './entry-words';
import { DocumentLink } from './ledger-row';

/** Entries of imported archives, newest first, without undo; nothing without any. */
export function ImportedEntries({ campaignId }: { campaignId: string }) {
  const ledger = useImportedEntries(campaignId);
  const { entries, error } = ledger;
  if (!entries)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load entries of imported archives.')}
        onRetry={() => void ledger.refetch()}
      />
    ) : null;
  if (entries.length === 0) return null;
  return (
    <section className={styles.days} aria-labelledby="imported-entries">
      <h2 id="imported-entries">From imported archives</h2>
      {byDay(entries, new Date()).map(({ heading, entries: ofDay }) => (
        <div key={heading} className={styles.day}>
          <h3 className={styles.dayHeading}>{heading}</h3>
          <ol role="list" className={styles.entries}>
            {ofDay.map((entry) => (
              <ImportedRow key={entry.id} {...{ campaignId, entry }} />
            ))}
          </ol>
        </div>
      ))}
      <LoadMore
        list={ledger}
        failure="Unable to load earlier imported entries."
        label="Show earlier imported entries"
      />
    </section>
  );
}

function ImportedRow({ campaignId, entry }: { campaignId: string; entry: ImportedEntry }) {
  const { at, by, document, title, passages } = entry;
  const counted = passages === undefined ? undefined : { count: passages, first: [] };
  const words = entryWords({ ...entry, passages: counted }, (name) => name);
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={at} title={momentInWords(at)}>
        {timeInWords(at)}
      </time>
      <div className={styles.told}>
        <p className={styles.sentence}>
          <span className={styles.verb}>{words.verb}</span> {words.before}
          {document ? (
            <DocumentLink place={{ campaign: campaignId, id: document }} title={title} />
          ) : (
            <cite className={styles.title}>{title ?? 'a document that was not imported'}</cite>
          )}
          {words.after}
        </p>
        <p className={styles.by}>{by ? `by ${by} · imported` : 'imported'}</p>
      </div>
    </li>
  );
}
