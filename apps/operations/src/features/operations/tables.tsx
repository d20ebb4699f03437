import { textThenDetail } from '@tomekeeper/api-client';
import type { RemotesState, ServiceState } from '@tomekeeper/contracts-operations';
import { Notice } from '@tomekeeper/ui/notice';
import styles from './operations-page.module.css';
import { Running } from './running';
import { SearchModelRow } from './search-model-row';
import { Attention, Row, Table } from './table';
import type { Heard, Installation, ServiceId } from './use-installation';
import { duration, when } from './words';

const SERVICE_COLUMNS = ['Service', 'State', 'Version', 'Runs for', 'Outbox'];
const QUEUE_COLUMNS = ['Queue', 'Waiting', 'Oldest waits', 'At work', 'Later', 'Failed'];
const FIGURE_COLUMNS = ['Service', 'What', 'How it is'];
const REMOTE_COLUMNS = ['Remote', 'Live', 'Since', 'Tried on some', 'Before'];

/** Services by their last responding replica, and the embedding process of the search service. */
export function ServicesTable({
  services,
  searchModel,
}: Pick<Installation, 'services' | 'searchModel'>) {
  return (
    <Table label="Services" columns={SERVICE_COLUMNS}>
      {services.map(({ id, data, error }) => (
        <Row
          key={id}
          cells={[
            id,
            error ? <Away id={id} error={error} /> : 'Answers',
            data ? <code>{data.version}</code> : '–',
            data ? <Running {...data} /> : '–',
            data ? <Outbox of={data.outbox} /> : '–',
          ]}
        />
      ))}
      <SearchModelRow {...searchModel} />
    </Table>
  );
}

function Away({ id, error }: { id: ServiceId; error: Error }) {
  const { message, reason } = textThenDetail(error, 'Invalid response.');
  return (
    <>
      <Attention>{message}</Attention>
      <span className={styles.next}>
        {reason && `${reason} `}The check is repeated automatically. If the problem persists, see
        on-call/{id}
        .md.
      </span>
    </>
  );
}

function Outbox({ of: outbox }: { of: ServiceState['outbox'] }) {
  if (!outbox) return <Attention>The database is unreachable.</Attention>;
  if (outbox.waiting === 0) return 'Empty';
  return `${outbox.waiting} waiting, the oldest for ${duration(outbox.oldest_seconds)}`;
}

/** Every queue of the services that answer. */
export function QueuesTable({ services }: Pick<Installation, 'services'>) {
  return (
    <Table label="Queues" columns={QUEUE_COLUMNS}>
      {services.flatMap(({ id, data }) => {
        if (!data) return [];
        if (!data.queues)
          return [
            <Row
              key={id}
              cells={[
                `Queues of ${id}`,
                <Attention key="away">
                  Unreachable: check that Redis and the database of the queues are running.
                </Attention>,
              ]}
            />,
          ];
        return data.queues.map((queue) => (
          <Row
            key={queue.name}
            cells={[
              queue.name,
              queue.waiting,
              queue.waiting > 0 ? duration(queue.oldest_waiting_seconds) : '–',
              queue.active,
              queue.delayed,
              queue.failed > 0 ? <Attention key="failed">{queue.failed}</Attention> : 0,
            ]}
          />
        ));
      })}
    </Table>
  );
}

/** Service-specific figures. */
export function FiguresTable({ services }: Pick<Installation, 'services'>) {
  return (
    <Table label="Figures" columns={FIGURE_COLUMNS}>
      {services.flatMap(({ id, data }) => {
        if (data?.figures === null)
          return [
            <Row
              key={id}
              cells={[
                id,
                'Figures',
                <Attention key="away">Unavailable: check that its database is running.</Attention>,
              ]}
            />,
          ];
        return (data?.figures ?? []).map(({ name, value, needs_look }) => (
          <Row
            key={`${id} ${name}`}
            cells={[id, name, needs_look ? <Attention key="look">{value}</Attention> : value]}
          />
        ));
      })}
    </Table>
  );
}

/** Remotes: current version, canary version and rollback target. */
export function RemotesTable({ data, error }: Heard<RemotesState>) {
  return (
    <>
      {error && <Failed error={error} />}
      {data && (
        <Table label="Remotes" columns={REMOTE_COLUMNS}>
          {data.remotes.map(({ id, version, live_since, canary, previous }) => (
            <Row
              key={id}
              cells={[
                id,
                <code key="live">{version}</code>,
                live_since ? when(live_since) : '–',
                canary ? (
                  <span key="canary">
                    <code>{canary.version}</code> on {canary.percent}%
                  </span>
                ) : (
                  '–'
                ),
                previous ? <code key="before">{previous.version}</code> : '–',
              ]}
            />
          ))}
        </Table>
      )}
    </>
  );
}

function Failed({ error }: { error: Error }) {
  const { message, reason } = textThenDetail(error, 'The remotes can’t be listed.');
  return (
    <Notice tone="error" title={message}>
      {reason} They are asked for again by themselves; <code>npm run ship -- status</code> tells the
      same.
    </Notice>
  );
}
