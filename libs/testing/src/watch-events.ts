import type { UnitOfWork } from '@tomekeeper/persistence';

/** An event as its contract defines it. */
interface WatchedEvent<Payload> {
  name: string;
  payload: { parse: (payload: unknown) => Payload };
}

/** @returns the payloads of one event that transactions publish from now on, which grow as they do */
export function watchEvents<Payload>(
  uow: UnitOfWork,
  watched: WatchedEvent<Payload>,
): readonly Payload[] {
  const published: Payload[] = [];
  const run = uow.run.bind(uow);
  uow.run = (work) =>
    run((tx) => {
      const publish = tx.outbox.event.bind(tx.outbox);
      tx.outbox.event = async (event, payload) => {
        if (event.name === watched.name) published.push(watched.payload.parse(payload));
        await publish(event, payload);
      };
      return work(tx);
    });
  return published;
}
