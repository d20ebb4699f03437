import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useOperations, type OperationsRow } from './use-operations';
import styles from './operations-page.module.css';

/** `/operations`: what the signed-in person has here. */
export function OperationsPage() {
  useShell().routing.useTitle('Operations');
  return (
    <>
      <PageHeader title="Operations" />
      <Content />
    </>
  );
}

function Content() {
  const { data: rows, error, refetch } = useOperations();
  if (rows)
    return rows.length === 0 ? <EmptyState title="Nothing here yet." /> : <Rows rows={rows} />;
  if (error)
    return (
      <LoadFailure
        {...textThenDetail(error, 'This page could not be loaded.')}
        onRetry={() => void refetch()}
      />
    );
  return <Skeleton label="Loading…" />;
}

function Rows({ rows }: { rows: readonly OperationsRow[] }) {
  return (
    <ul role="list" className={styles.rows}>
      {rows.map(({ id, title }) => (
        <li key={id} className={styles.row}>
          {title}
        </li>
      ))}
    </ul>
  );
}
