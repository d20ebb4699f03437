import { Attention, Row, Table } from './table';
import type { Installation } from './use-installation';
import { duration } from './words';

const COLUMNS = ['Queue', 'Waiting', 'Oldest waits', 'At work', 'Later', 'Failed'];

/** Every queue of the services that answer. */
export function QueuesTable({ services }: Pick<Installation, 'services'>) {
  return (
    <Table label="Queues" columns={COLUMNS}>
      {services.flatMap(({ id, data }) => {
        if (!data) return [];
        if (!data.queues)
          return [
            <Row
              key={id}
              cells={[
                `Queues of ${id}`,
                <Attention key="away">
                  Can’t be asked: see whether Redis, or the queues’ database, runs.
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
