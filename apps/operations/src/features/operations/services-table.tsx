import { textThenDetail } from '@tomekeeper/api-client';
import type { ServiceState } from '@tomekeeper/contracts-operations';
import { Attention, Row, Table } from './table';
import type { Installation, ServiceId } from './use-installation';
import { duration, since, when } from './words';
import styles from './operations-page.module.css';

const COLUMNS = ['Service', 'State', 'Version', 'Runs for', 'Outbox'];

/** Each service by the replica that answered last. */
export function ServicesTable({ services }: Pick<Installation, 'services'>) {
  return (
    <Table label="Services" columns={COLUMNS}>
      {services.map(({ id, data, error }) => (
        <Row
          key={id}
          cells={[
            id,
            error ? <Away id={id} error={error} /> : 'Answers',
            data ? <code>{data.version}</code> : '–',
            data ? <Running state={data} /> : '–',
            data ? <Outbox of={data.outbox} /> : '–',
          ]}
        />
      ))}
    </Table>
  );
}

function Away({ id, error }: { id: ServiceId; error: Error }) {
  const { message, reason } = textThenDetail(error, 'No good answer.');
  return (
    <>
      <Attention>{message}</Attention>
      <span className={styles.next}>
        {reason && `${reason} `}It is asked again by itself. If that does not help, see on-call/{id}
        .md.
      </span>
    </>
  );
}

function Running({ state }: { state: ServiceState }) {
  return (
    <span title={`${state.instance}, since ${when(state.started_at)}`}>
      {since(state.started_at)}
    </span>
  );
}

function Outbox({ of: outbox }: { of: ServiceState['outbox'] }) {
  if (!outbox) return <Attention>The database can’t be asked.</Attention>;
  if (outbox.waiting === 0) return 'Empty';
  return `${outbox.waiting} waiting, the oldest for ${duration(outbox.oldest_seconds)}`;
}
