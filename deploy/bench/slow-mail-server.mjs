// A mail server that takes a while for each mail, as real ones do, and counts how often it has taken which.
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { listenForBench } from './processes.mjs';

const delayMs = Number(process.env.DELAY_MS);
/** How often each message was taken. @type {Map<string, number>} */
const taken = new Map();

process.on('message', () => {
  const twice = [...taken.values()].filter((times) => times > 1).length;
  process.send?.({ mails: taken.size, twice });
});
const { server } = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  async onData(stream, _session, answer) {
    const id = /^message-id: (\S+)/im.exec(await text(stream))?.[1] ?? 'none';
    await pause(delayMs);
    taken.set(id, (taken.get(id) ?? 0) + 1);
    answer();
  },
});
listenForBench(server);
