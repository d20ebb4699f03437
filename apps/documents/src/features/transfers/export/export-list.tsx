import { detailOrText } from '@tomekeeper/api-client';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { ExportRow } from './export-row';
import { useExports } from './use-exports';
import styles from './export.module.css';

/** The user's exports of the last day; nothing while loading and without exports. */
export function ExportList({ campaignId }: { campaignId: string }) {
  const { data, error, refetch } = useExports(campaignId);
  if (!data)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load your exports.')}
        onRetry={() => void refetch()}
      />
    ) : null;
  if (data.length === 0) return null;
  return (
    <Section title="Your exports" intro="Only you can download your exports, for 24 hours.">
      <ul role="list" className={styles.rows}>
        {data.map((one) => (
          <ExportRow key={one.id} campaignId={campaignId} exported={one} />
        ))}
      </ul>
    </Section>
  );
}
