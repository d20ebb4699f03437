import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readArchive, verifyArchive } from './archive-reader';
import { ArchiveWriter } from './archive-writer';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-archive-'));
  file = path.join(folder, 'a.tar.gz');
});
afterEach(() => fs.rm(folder, { recursive: true }));

const large = randomBytes(700_000);

async function write(passphrase?: string): Promise<void> {
  const archive = new ArchiveWriter(file, { passphrase });
  await archive.add('note.txt', 'hello');
  await archive.addStream('objects/a', large.length, halves(large), { about: { key: 'ä' } });
  await archive.add('empty', '');
  await archive.finish();
}

const halves = (bytes: Buffer): Buffer[] => [bytes.subarray(0, 300_000), bytes.subarray(300_000)];

async function read(passphrase?: string) {
  const found: Record<string, { about: unknown; content: Buffer }> = {};
  await readArchive({ file, passphrase }, async ({ name, about, chunks }) => {
    const content: Buffer[] = [];
    for await (const chunk of chunks) content.push(chunk);
    found[name] = { about, content: Buffer.concat(content) };
  });
  return found;
}

describe.each([
  ['plain', undefined],
  ['sealed', 'correct horse'],
])('%s', (_kind, passphrase) => {
  it('reads back all entries and restricts the file to its owner', async () => {
    await write(passphrase);
    const found = await read(passphrase);
    expect(found['note.txt']?.content.toString()).toBe('hello');
    expect(found['objects/a']?.about).toEqual({ key: 'ä' });
    expect(found['objects/a']?.content.equals(large)).toBe(true);
    expect(found['empty']?.content).toHaveLength(0);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    const kept = await verifyArchive({ file, passphrase }, ['note.txt']);
    expect(kept.get('note.txt')?.toString()).toBe('hello');
  });

  it('is refused when a byte is another or the end is missing', async () => {
    await write(passphrase);
    const whole = await fs.readFile(file);
    for (const at of [300_000, whole.length - 30]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(whole.readUInt8(at) ^ 1, at);
      await fs.writeFile(file, changed);
      await expect(verifyArchive({ file, passphrase }, [])).rejects.toThrow(/backup|damaged/);
    }
    await fs.writeFile(file, whole.subarray(0, whole.length - 1));
    await expect(verifyArchive({ file, passphrase }, [])).rejects.toThrow(/backup|damaged/);
  });
});

it('shows nothing of its content without the passphrase', async () => {
  await write('correct horse');
  await expect(verifyArchive({ file }, [])).rejects.toThrow(/encrypted: name its passphrase/);
  await expect(verifyArchive({ file, passphrase: 'wrong' }, [])).rejects.toThrow(/does not open/);
});

it.each(['note.txt', 'objects/a', 'empty'])(
  'ends with the trouble of who reads, at %s',
  async (at) => {
    await write();
    const reading = readArchive({ file }, async ({ name, chunks }) => {
      if (name !== at) return;
      for await (const _first of chunks) break;
      throw new Error('no room left');
    });
    await expect(reading).rejects.toThrow('no room left');
  },
);

it('has its name only once it is whole, and replaces no file', async () => {
  const archive = new ArchiveWriter(file);
  await archive.add('note.txt', 'hello');
  await expect(fs.access(file)).rejects.toThrow(/ENOENT/);
  await fs.writeFile(file, 'somebody else');
  await expect(archive.finish()).rejects.toThrow(/EEXIST/);
  await archive.abandon();
  expect(await fs.readdir(folder)).toEqual(['a.tar.gz']);
  expect(await fs.readFile(file, 'utf8')).toBe('somebody else');
});

it('rejects an entry that differs from its announced size', async () => {
  const archive = new ArchiveWriter(file);
  await expect(archive.addStream('a', 3, [Buffer.from('four')])).rejects.toThrow(/grew/);
  await archive.abandon();
  const second = new ArchiveWriter(file);
  await expect(second.addStream('a', 5, [Buffer.from('four')])).rejects.toThrow(/has 4 bytes/);
  await second.abandon();
  expect(await fs.readdir(folder)).toEqual([]);
});
