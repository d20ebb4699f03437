import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeFor } from './demo-inbox';

it('finds a code of the second in which the code was requested: mails are dated in whole seconds', async () => {
  const asked = Date.parse('2026-11-22T18:02:46.300Z');
  const mail = (time: string, code: string) => ({
    time,
    text: `Your code is ${code}.`,
    to: [{ address: 'gm@tomes.example' }],
  });
  const mails = [
    mail('2026-11-22T18:02:45.000Z', '111111'),
    mail('2026-11-22T18:02:46.000Z', '222222'),
  ];
  const inbox = createServer((_request, response) => response.end(JSON.stringify(mails)));
  await new Promise<void>((resolve) => inbox.listen(0, '127.0.0.1', resolve));
  const { port } = inbox.address() as AddressInfo;
  try {
    const code = await codeFor(`http://127.0.0.1:${port}`, 'gm@tomes.example', asked);
    expect(code).toBe('222222');
  } finally {
    inbox.close();
    inbox.closeAllConnections();
  }
});
