import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { RedisConnection } from './redis-backend';

const TLS_HANDSHAKE = 0x16;

it.each([
  ['rediss', TLS_HANDSHAKE],
  ['redis', '*'.charCodeAt(0)],
])('speaks what %s:// stands for, with password and database', async (protocol, firstByte) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const heard = new Promise<Buffer>((resolve) =>
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data);
      });
    }),
  );
  const connection = RedisConnection.forQueues(`${protocol}://:secret@127.0.0.1:${port}/3`);
  expect((await heard)[0]).toBe(firstByte);
  expect(connection.options).toMatchObject({ password: 'secret', db: 3 });
  await connection.leave();
  server.close();
});
