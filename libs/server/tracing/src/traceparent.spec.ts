import { formatTraceparent, parseTraceparent, traceFields } from './traceparent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

it.each(['00', '01'])('takes a place in a trace with flags %s and gives it on', (flags) => {
  const header = `00-${TRACE}-${SPAN}-${flags}`;
  const context = parseTraceparent(header);
  expect(context).toMatchObject({ traceId: TRACE, spanId: SPAN });
  expect(context && formatTraceparent(context)).toBe(header);
});

it.each([
  undefined,
  '',
  ['00', TRACE],
  `00-${TRACE}-${SPAN}`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}-01\nx: y`,
])('takes %j for none', (header) => expect(parseTraceparent(header)).toBeUndefined());

it('supports only the sampled flag', () => {
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-fe`)?.traceFlags).toBe(0);
  expect(parseTraceparent(`00-${TRACE}-${SPAN}-ff`)?.traceFlags).toBe(1);
});

it('logs only sampled trace IDs', () => {
  expect(traceFields({ traceId: TRACE, spanId: SPAN, traceFlags: 1 })).toEqual({
    trace_id: TRACE,
    span_id: SPAN,
  });
  expect(traceFields({ traceId: TRACE, spanId: SPAN, traceFlags: 0 })).toEqual({});
});
