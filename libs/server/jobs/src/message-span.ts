import type { SpanDescription } from '@tomekeeper/tracing';

interface Message {
  queue: string;
  /** Of the job or event. */
  name: string;
  id: string | undefined;
}

/** A job on its way into a queue, or being worked on. Its payload stays out: it may name people. */
export function messageSpan(
  operation: 'send' | 'process',
  kind: 'producer' | 'consumer',
  { queue, name, id }: Message,
): SpanDescription {
  return {
    name: `${operation} ${name}`,
    kind,
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.operation.name': operation,
      'messaging.operation.type': operation,
      'messaging.destination.name': queue,
      ...(id ? { 'messaging.message.id': id } : {}),
    },
  };
}
