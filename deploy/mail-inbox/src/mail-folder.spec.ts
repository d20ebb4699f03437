import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MailFolder } from './mail-folder';
import { readMail } from './read-mail';

const MANY = { mails: 100, bytes: 1_000_000 };
const mail = (subject: string) =>
  Buffer.from(`Subject: ${subject}\r\nTo: a@b.example\r\n\r\nHello`);

let folder: string;
beforeEach(async () => (folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mail-folder-'))));
afterEach(async () => {
  jest.restoreAllMocks();
  await fs.rm(folder, { recursive: true });
});

async function* inTwo(source: Buffer): AsyncGenerator<Buffer> {
  yield source.subarray(0, 10);
  yield source.subarray(10);
}
const keep = (mails: MailFolder, subject: string, isWhole = true) =>
  mails.keep(inTwo(mail(subject)), () => isWhole);
const subjects = (mails: MailFolder) => [...mails.newest()].map(({ subject }) => subject);

it('keeps mails over a restart, and answers them oldest first', async () => {
  const mails = await MailFolder.open(folder, MANY);
  for (const subject of ['one', 'two']) expect(await keep(mails, subject)).toBe('kept');
  expect(JSON.parse(mails.json.toString())).toMatchObject([{ subject: 'one' }, { subject: 'two' }]);
  const again = await MailFolder.open(folder, MANY);
  expect(subjects(again).sort()).toEqual(['one', 'two']);
});

it.each([
  ['mails', { mails: 2, bytes: MANY.bytes }],
  ['bytes', { mails: MANY.mails, bytes: 2 * mail('1').length }],
])('keeps the newest within its bound of %s', async (_name, bounds) => {
  const mails = await MailFolder.open(folder, bounds);
  for (const subject of ['1', '2', '3']) await keep(mails, subject);
  expect(subjects(mails)).toEqual(['3', '2']);
  expect(await fs.readdir(folder)).toHaveLength(2);
  const [oldest = ''] = [...mails.newest()].slice(-1).map(({ id }) => id);
  await fs.utimes(path.join(folder, `${oldest}.eml`), 1, 1);
  const fewer = await MailFolder.open(folder, { ...bounds, mails: 1 });
  expect(subjects(fewer)).toEqual(['3']);
});

describe('accepting a mail', () => {
  /** Records disk operations in order. */
  function watchDisk(onSync = () => {}): string[] {
    const order: string[] = [];
    const { open, rename } = fs;
    jest.spyOn(fs, 'open').mockImplementation(async (...given) => {
      const handle = await open(...given);
      const { sync } = handle;
      handle.sync = async () => {
        onSync();
        await sync.call(handle);
        order.push(given[0] === folder ? 'folder is safe' : 'file is safe');
      };
      return handle;
    });
    jest.spyOn(fs, 'rename').mockImplementation(async (...given) => {
      await rename(...given);
      order.push('named');
    });
    return order;
  }

  it('is sent after bytes and name are on disk', async () => {
    const mails = await MailFolder.open(folder, MANY);
    const order = watchDisk();
    await keep(mails, 'safe').then(() => order.push('accepted'));
    expect(order).toEqual(['file is safe', 'named', 'folder is safe', 'accepted']);
  });

  it('fails with the disk, and nothing stays behind', async () => {
    const mails = await MailFolder.open(folder, MANY);
    watchDisk(() => {
      throw new Error('ENOSPC');
    });
    await expect(keep(mails, 'too much')).rejects.toThrow('ENOSPC');
    expect(subjects(mails)).toEqual([]);
    expect(await fs.readdir(folder)).toEqual([]);
  });

  it('does not happen where it was cut off', async () => {
    const mails = await MailFolder.open(folder, MANY);
    expect(await keep(mails, 'long', false)).toBe('too large');
    expect(await fs.readdir(folder)).toEqual([]);
  });
});

it('reads mails of an earlier inbox and deletes partial ones', async () => {
  await fs.writeFile(path.join(folder, 'zQ8rT2kL.eml'), mail('of old'));
  await fs.writeFile(path.join(folder, 'x.eml.part'), mail('half'));
  await fs.mkdir(path.join(folder, 'zQ8rT2kL'));
  const mails = await MailFolder.open(folder, MANY);
  expect(mails.find('zQ8rT2kL')).toMatchObject({ subject: 'of old' });
  expect((await mails.source('zQ8rT2kL')).equals(mail('of old'))).toBe(true);
  expect((await fs.readdir(folder)).sort()).toEqual(['zQ8rT2kL', 'zQ8rT2kL.eml']);
  expect(await mails.delete(({ id }) => id === 'zQ8rT2kL')).toBe(1);
  expect(mails.json.toString()).toBe('[]');
});

it('reads headers, people and both forms of a mail', async () => {
  const source = [
    'Message-ID: <1@b.example>',
    'Date: Sun, 22 Nov 2026 20:00:00 +0000',
    'From: "The =?utf-8?q?T=C3=B6me?=" <no-reply@b.example>',
    'To: Team: a@b.example, "C" <c@b.example>;',
    'List-Unsubscribe: <https://b.example/u?t=1>',
    'X-Two: one',
    'X-Two: two',
    'Content-Type: multipart/alternative; boundary=x',
    '',
    '--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nplain é\r\n--x',
    'Content-Type: text/html\r\n\r\n<p>page</p>\r\n--x--',
  ].join('\r\n');
  expect(await readMail('1', Buffer.from(source), new Date(0))).toMatchObject({
    id: '1',
    time: '2026-11-22T20:00:00.000Z',
    messageId: '1@b.example',
    from: [{ name: 'The Töme', address: 'no-reply@b.example' }],
    to: [{ address: 'a@b.example' }, { name: 'C', address: 'c@b.example' }],
    headers: { 'list-unsubscribe': '<https://b.example/u?t=1>', 'x-two': ['one', 'two'] },
    text: expect.stringContaining('plain é'),
    html: expect.stringContaining('<p>page</p>'),
  });
});
