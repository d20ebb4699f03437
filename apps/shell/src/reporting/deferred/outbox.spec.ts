import { browserReports, REPORT_LIMITS, type BrowserError } from '@tomekeeper/contracts-federation';
import { createOutbox } from './outbox';

const error = (message: string): BrowserError => ({
  remote: 'shell',
  kind: 'error',
  where: '',
  name: 'Error',
  message,
  page: '/',
});
const vital = { name: 'LCP', value: 1200, page: '/' } as const;

describe('the outbox', () => {
  const sent: Blob[] = [];
  const beacon = jest.fn((_address: string, body: Blob) => {
    sent.push(body);
    return true;
  });
  beforeEach(() => {
    jest.useFakeTimers();
    sent.length = 0;
    Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: beacon });
  });
  afterEach(() => jest.useRealTimers());

  const bodies = () =>
    Promise.all(
      sent.map(
        (blob) =>
          new Promise<ReturnType<typeof browserReports.parse>>((resolve) => {
            const reader = new FileReader();
            reader.onload = () =>
              resolve(browserReports.parse(JSON.parse(reader.result as string)));
            reader.readAsText(blob);
          }),
      ),
    );

  it('sends errors of one moment together, soon', async () => {
    const outbox = createOutbox('abc');
    outbox.addError(error('one'));
    outbox.addError(error('two'));
    expect(sent).toEqual([]);
    jest.runAllTimers();
    jest.useRealTimers();
    const [body, ...more] = await bodies();
    expect(more).toEqual([]);
    expect(body).toEqual({
      view: 'abc',
      errors: [error('one'), error('two')],
      vitals: [],
      spans: [],
    });
    expect(beacon).toHaveBeenCalledWith('/api/reports/', expect.anything());
    expect(sent[0]?.type).toBe('application/json');
  });

  it('keeps numbers until the person turns away', async () => {
    const outbox = createOutbox('abc');
    outbox.addVital(vital);
    jest.runAllTimers();
    expect(sent).toEqual([]);
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(new Event('pagehide'));
    jest.useRealTimers();
    expect(await bodies()).toEqual([{ view: 'abc', errors: [], vitals: [vital], spans: [] }]);
  });

  it('sends waiting traces soon, with measurements up to the size limit', async () => {
    const outbox = createOutbox('abc');
    const spans = Array.from({ length: 30 }, (_, at) => ({
      id: at.toString(16).padStart(16, '0'),
      waited: 1,
      lasted: 2,
    }));
    outbox.addVital(vital);
    for (const span of spans) outbox.addSpan(span);
    jest.runAllTimers();
    jest.useRealTimers();
    const all = await bodies();
    expect(all.flatMap((body) => body.spans)).toEqual(spans);
    expect(all.flatMap((body) => body.vitals)).toEqual([vital]);
  });

  it('waits for the network', () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    createOutbox('abc').addError(error('one'));
    jest.runAllTimers();
    expect(sent).toEqual([]);
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(sent).toHaveLength(1);
  });

  it('keeps each call within its bounds, and loses nothing', async () => {
    const outbox = createOutbox('abc');
    const messages = Array.from({ length: 47 }, (_, at) => `${at} ${'ß'.repeat(280)}`);
    for (const message of messages) outbox.addError(error(message));
    jest.runAllTimers();
    jest.useRealTimers();
    for (const { size } of sent) expect(size).toBeLessThanOrEqual(REPORT_LIMITS.bytes);
    const all = await bodies();
    expect(all.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual(messages);
  });

  it('goes another way when the browser takes no more', () => {
    const fetch = jest.fn(() => Promise.reject(new Error('cut')));
    const usual = globalThis.fetch;
    globalThis.fetch = fetch;
    beacon.mockReturnValueOnce(false);
    createOutbox('abc').addError(error('one'));
    jest.runAllTimers();
    expect(fetch).toHaveBeenCalledWith(
      '/api/reports/',
      expect.objectContaining({ keepalive: true }),
    );
    globalThis.fetch = usual;
  });
});
