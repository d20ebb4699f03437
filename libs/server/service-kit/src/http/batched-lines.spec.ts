import { BatchedLines } from './log';

function batchedLines() {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), flushSync: () => undefined };
  return { written, lines: new BatchedLines(output) };
}

describe('lines of the log', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('go out together, in their order, after a moment', () => {
    const { written, lines } = batchedLines();
    lines.write('one\n');
    lines.write('two\n');
    expect(written).toEqual([]);
    jest.runAllTimers();
    expect(written).toEqual(['one\ntwo\n']);
    lines.write('three\n');
    jest.runAllTimers();
    expect(written).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('do not pile up', () => {
    const { written, lines } = batchedLines();
    lines.write('x'.repeat(20_000));
    expect(written).toHaveLength(1);
  });

  it('are not lost when the process ends', () => {
    const { written, lines } = batchedLines();
    lines.write('the reason\n');
    lines.flushSync();
    expect(written).toEqual(['the reason\n']);
  });
});
