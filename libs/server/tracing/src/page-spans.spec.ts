import { emptyResource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import { pageSpans } from './page-spans';

const times = { waitedMs: 1, lastedMs: 2 };
const description = { name: 'GET /api/campaigns/*' };

function recorded(root: Sampler = new AlwaysOnSampler()) {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor(exporter);
  const pages = pageSpans({ root, resource: emptyResource(), processor });
  return {
    ...pages,
    ids: () => exporter.getFinishedSpans().map((span) => span.spanContext().spanId),
  };
}

it('takes each call that it expects once', () => {
  const { expect: expecting, finished, ids } = recorded();
  const [first, second] = [expecting(description), expecting(description)];
  expect(first).toMatchObject({ traceFlags: 1 });
  expect(second.traceId).not.toBe(first.traceId);
  for (const { spanId } of [second, first, first]) finished(spanId, times);
  expect(ids()).toEqual([second.spanId, first.spanId]);
});

it('does not wait for unsampled ones', () => {
  const { expect: expecting, finished, ids } = recorded(new AlwaysOffSampler());
  const { spanId, traceFlags } = expecting(description);
  expect(traceFlags).toBe(0);
  finished(spanId, times);
  expect(ids()).toEqual([]);
});

it('forgets the oldest when pages never tell', () => {
  const { expect: expecting, finished, ids } = recorded();
  const [first, second] = Array.from({ length: 2001 }, () => expecting(description).spanId);
  for (const id of [first, second]) finished(String(id), times);
  expect(ids()).toEqual([second]);
});
