import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RotatingLog } from './rotating-log';

it('puts a file aside when it is full, and keeps three of them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tk-log-'));
  const log = new RotatingLog(folder, 'service', 10);
  for (let line = 1; line <= 6; line += 1) log.write(`line ${line}\n`);
  log.close();
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
  expect(fs.readdirSync(folder).sort()).toEqual([
    'service.log',
    'service.log.1',
    'service.log.2',
    'service.log.3',
  ]);
  expect(read('service.log')).toBe('line 6\n');
  expect(read('service.log.3')).toBe('line 3\n');
  fs.rmSync(folder, { recursive: true });
});

// A file that is always full; not every system has one.
const FULL = '/dev/full';
(fs.existsSync(FULL) ? it : it.skip)(
  'loses a line rather than the product when the disk is full',
  () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tk-log-'));
    const file = path.join(folder, 'service.log');
    fs.symlinkSync(FULL, file);
    const log = new RotatingLog(folder, 'service', 10);
    log.write('lost\n');
    // Simulates freed disk space.
    log.write('the line that is too long\n');
    log.write('kept\n');
    log.close();
    expect(fs.readFileSync(file, 'utf8')).toBe('kept\n');
    fs.rmSync(folder, { recursive: true });
  },
);
