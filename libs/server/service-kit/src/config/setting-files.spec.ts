import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readConfig, withFiles } from './config';

describe('settings given as files', () => {
  let folder: string;
  const file = (content: string): string => {
    const name = path.join(folder, 'setting');
    fs.writeFileSync(name, content);
    return name;
  };

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'setting-files-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('reads the file that NAME_FILE points to, without the line end editors leave', () => {
    const shape = { DATABASE_URL: z.string() };
    const config = readConfig(shape, { DATABASE_URL_FILE: file('postgres://db\n') });
    expect(config).toEqual({ DATABASE_URL: 'postgres://db' });
  });

  it('prefers the variable itself', () => {
    const { given, problems } = withFiles(['KEY'], { KEY: 'here', KEY_FILE: file('there') });
    expect(given['KEY']).toBe('here');
    expect(problems).toEqual([]);
  });

  it('treats an empty variable as unset', () => {
    expect(withFiles(['KEY'], { KEY: '', KEY_FILE: file('there') }).given['KEY']).toBe('there');
    expect(withFiles(['KEY'], { KEY_FILE: '' })).toEqual({ given: {}, problems: [] });
  });

  it('reads files for known settings only', () => {
    const environment = { SSL_CERT_FILE: path.join(folder, 'absent') };
    expect(withFiles(['KEY'], environment)).toEqual({ given: environment, problems: [] });
  });

  it('names a file that is absent or empty', () => {
    const absent = path.join(folder, 'absent');
    expect(withFiles(['KEY'], { KEY_FILE: absent }).problems).toEqual([
      expect.stringContaining(absent),
    ]);
    const empty = file('\n');
    expect(withFiles(['KEY'], { KEY_FILE: empty }).problems).toEqual([
      `KEY_FILE: ${empty} is empty`,
    ]);
  });

  it('ends the process with 78 and all problems told when a file is absent', () => {
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit');
    });
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const shape = { KEY: z.string(), PORT: z.string() };
    expect(() => readConfig(shape, { KEY_FILE: path.join(folder, 'absent') })).toThrow('exit');
    expect(exit).toHaveBeenCalledWith(78);
    expect(written).toHaveBeenCalledWith(expect.stringMatching(/KEY_FILE[\s\S]*PORT/));
    jest.restoreAllMocks();
  });
});
