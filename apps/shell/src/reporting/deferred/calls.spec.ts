import type { BrowserSpan } from '@tomekeeper/contracts-federation';
import { watchCalls } from './calls';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const ours = `${location.origin}/api/campaigns/`;
const recorded = [{ name: 'trace', description: `00-${TRACE}-${SPAN}-01`, duration: 0 }];

/** Resource timing entry; jsdom has none. */
const call = (serverTiming?: object[], more: object = {}) => ({
  name: ours,
  startTime: 1000,
  requestStart: 1004.24,
  duration: 31.06,
  ...(serverTiming && { serverTiming }),
  ...more,
});

let wanted: unknown;

function toldOf(...entries: object[]): BrowserSpan[] {
  const told: BrowserSpan[] = [];
  class Observer {
    constructor(private readonly hear: (list: { getEntries: () => object[] }) => void) {}
    observe(options: unknown) {
      wanted = options;
      this.hear({ getEntries: () => entries });
    }
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
  watchCalls((span) => told.push(span));
  return told;
}

it('tells how long a recorded call took, and nothing else of it', () => {
  expect(toldOf(call(), call([]), call(recorded), call(undefined))).toEqual([
    { id: SPAN, waited: 4.2, lasted: 31.1 },
  ]);
  expect(wanted).toEqual({ type: 'resource', buffered: true });
});

it.each([
  ['of another site', call(recorded, { name: 'https://elsewhere.example/api/' })],
  ['that lasted longer than any trace', call(recorded, { duration: 300_001 })],
  ['of another program’s numbers', call([{ name: 'cache', description: 'hit', duration: 1 }])],
  ['that is not recorded', call([{ name: 'trace', description: `00-${TRACE}-${SPAN}-00` }])],
  ['that is malformed', call([{ name: 'trace', description: `${TRACE}-${SPAN}-01` }])],
])('tells nothing of a call %s', (_which, entry) => expect(toldOf(entry)).toEqual([]));

it.each([
  ['was never sent automatically', 0, 0],
  ['went out with its answer', 9999, 31.1],
])('makes no nonsense of a call that %s', (_what, requestStart, waited) => {
  expect(toldOf(call(recorded, { requestStart }))).toEqual([{ id: SPAN, waited, lasted: 31.1 }]);
});
