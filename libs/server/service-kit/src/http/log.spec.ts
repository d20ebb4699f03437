import { createLog } from './log';

function logged(entry: object): string {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line: string) => void lines.push(line) });
  log.info(entry, 'something happened');
  return lines.join('');
}

describe('the log', () => {
  it.each([
    { authorization: 'Bearer hush' },
    { headers: { authorization: 'Bearer hush' } },
    { body: { Password: 'hush' } },
    { body: { AuthParameters: { Password: 'hush' } } },
    { err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(hush) exists.' }) },
    { err: Object.assign(new Error('failed'), { parameters: ['hush'] }) },
  ])('keeps secrets out: %j', (entry) => {
    expect(logged(entry)).not.toContain('hush');
  });

  it('keeps diagnostic fields: names of errors', () => {
    expect(logged({ err: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })).toContain(
      'ECONNREFUSED',
    );
  });
});
