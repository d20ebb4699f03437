import { parseEvents } from './event-stream';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function dataOf(text: string, size: number): Promise<string[]> {
  const all: string[] = [];
  for await (const data of parseEvents(inPieces(text, size))) all.push(data);
  return all;
}

it.each([1, 2, 3, 100])(
  'finds the ends of lines of any kind in pieces of %i bytes',
  async (size) => {
    const text = 'data: é1\r\n\r\ndata: 2\rdata: 3\r\rdata: 4\n\ndata: not whole';
    expect(await dataOf(text, size)).toEqual(['é1', '2\n3', '4']);
  },
);

it('scans the text of a long line once, not again with each chunk', async () => {
  const line = 'x'.repeat(40_000);
  const scans = jest.spyOn(RegExp.prototype, 'exec');
  const parsed = await dataOf(`data: ${line}\n\n`, 8);
  const scanned = scans.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  scans.mockRestore();
  expect(parsed).toEqual([line]);
  expect(scanned).toBeGreaterThan(line.length);
  expect(scanned).toBeLessThan(4 * line.length);
});
