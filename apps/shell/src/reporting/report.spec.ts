import { browserReports, type BrowserReports } from '@tomekeeper/contracts-federation';
import { setRemotes, report, startReporting, pageLoadId } from './report';

/** Captured request bodies. */
const sent: Blob[] = [];

async function read(blob: Blob | undefined): Promise<BrowserReports> {
  const reader = new FileReader();
  const done = new Promise((resolve) => (reader.onload = resolve));
  reader.readAsText(blob ?? new Blob());
  await done;
  return browserReports.parse(JSON.parse(reader.result as string));
}

/** Flushes reports, after the sender's chunk has loaded. */
async function leave() {
  await import('./deferred/reports');
  window.dispatchEvent(new Event('pagehide'));
}

describe('reporting', () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeAll(() => {
    Object.defineProperty(navigator, 'sendBeacon', {
      value: (_address: string, body: Blob) => sent.push(body) > 0,
    });
    startReporting();
    setRemotes([]);
  });
  beforeEach(() => {
    sent.length = 0;
    complaints.mockClear();
  });

  it('queues errors until the sender has loaded, and reports each error once', async () => {
    report(new Error('first'), { remote: 'campaigns', where: 'load' });
    report(new Error('first'), { remote: 'campaigns', where: 'load' });
    report(new Error('second'));
    expect(sent).toEqual([]);
    expect(complaints).toHaveBeenCalledTimes(3);
    await leave();
    expect(sent).toHaveLength(1);
    const body = await read(sent[0]);
    expect(body.view).toBe(pageLoadId);
    expect(body.errors.map(({ remote, kind, message }) => [remote, kind, message])).toEqual([
      ['campaigns', 'load', 'first'],
      ['shell', 'report', 'second'],
    ]);
  });

  it('reports uncaught errors, up to ten in total', async () => {
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('thrown') }));
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new Error('left alone') }),
    );
    for (let at = 0; at < 30; at++)
      report(new Error(`again ${'abcdefghijklmnopqrstuvwxyzABCDE'[at]}`));
    await leave();
    const { errors } = await read(sent[0]);
    expect(errors.slice(0, 2).map(({ kind, message }) => [kind, message])).toEqual([
      ['error', 'thrown'],
      ['rejection', 'left alone'],
    ]);
    // Two errors were already reported.
    expect(errors).toHaveLength(8);
    sent.length = 0;
    report(new Error('one more'));
    await leave();
    expect(sent).toEqual([]);
  });
});
