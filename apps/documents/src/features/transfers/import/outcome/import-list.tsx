import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { importPath } from '../../../documents-api/viewer-path';
import { importKeys, useImportsApi, type ImportSummary } from '../imports-api';
import { counted, formatInWords, stateInWords } from '../import-words';
import { POLL_MS } from '../../poll';
import { isRunning } from '../use-import';
import { UndoButton } from './undo-button';
import styles from './outcome.module.css';

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const countOf = ({ document_count: count }: ImportSummary): string | undefined =>
  count === undefined ? undefined : counted(count, 'document');

/** The last imports of the campaign; nothing while loading and without imports. */
export function ImportList({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const api = useImportsApi();
  const { data, error, refetch } = useQuery({
    queryKey: importKeys.list(campaignId),
    queryFn: ({ signal }) => api.list(campaignId, signal),
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => isRunning(state)) ? POLL_MS : false,
  });
  if (!data)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load earlier imports.')}
        onRetry={() => void refetch()}
      />
    ) : null;
  if (data.length === 0) return null;
  return (
    <Section title="Last imports">
      <ul role="list" className={styles.rows}>
        {data.map((one) => (
          <li key={one.id} className={styles.row}>
            <div className={styles.words}>
              <Link className={textLinkClass} to={importPath(campaignId, one.id)}>
                {one.file_name}
              </Link>
              <p className={styles.hint}>
                {[stateInWords(one), formatInWords(one), countOf(one)].filter(Boolean).join(' · ')}{' '}
                · <time dateTime={one.created_at}>{MOMENT.format(new Date(one.created_at))}</time>
              </p>
            </div>
            <UndoButton imported={one} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
