// A mail server that takes a while for each mail, as real ones do, and remembers which it has taken.
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listenForBench } from '../processes.mjs';

const delayMs = Number(process.env.DELAY_MS);
/** How often each message was taken. @type {Map<string, number>} */
const taken = new Map();

const server = createServer((socket) => {
  const say = (/** @type {string} */ line) => socket.write(`${line}\r\n`);
  let pending = '';
  /** @type {string | undefined} */
  let message;
  say('220 slow');
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (chunk) => {
    pending += chunk;
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (message === undefined) command(line);
      else if (line === '.') {
        void take(message);
        message = undefined;
      } else message += `${line}\n`;
    }
  });

  /** @param {string} line */
  function command(line) {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      message = '';
      say('354 go on');
    } else say(verb === 'QUIT' ? '221 bye' : '250 ok');
  }

  /** @param {string} content */
  async function take(content) {
    await pause(delayMs);
    const id = /^message-id: (\S+)/im.exec(content)?.[1] ?? 'none';
    taken.set(id, (taken.get(id) ?? 0) + 1);
    say('250 taken');
  }
});

process.on('message', () => {
  const twice = [...taken.values()].filter((times) => times > 1).length;
  process.send?.({ mails: taken.size, twice });
});
listenForBench(server);
