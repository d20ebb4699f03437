import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '@tomekeeper/cli-kit';

/** Several times the product's data and everything that the test writes. */
const MEGABYTES = 900;
const PIECE = 4 * 1024 * 1024;

/** A small disk that can be filled. Requires root, and is not available everywhere. */
export class Volume {
  private constructor(readonly folder: string) {}

  static make(): Volume | undefined {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-volume-'));
    try {
      const options = `size=${MEGABYTES}m,mode=755`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
      // PostgreSQL runs as another user.
      fs.chmodSync(folder, 0o755);
      return new Volume(folder);
    } catch {
      fs.rmSync(folder, { recursive: true });
      return undefined;
    }
  }

  /** Writes a file over all remaining space. */
  fill(): void {
    const file = fs.openSync(this.ballast, 'a');
    for (let size = PIECE; size >= 1; size = Math.floor(size / 4)) writeUntilFull(file, size);
    fs.closeSync(file);
  }

  empty(): void {
    fs.rmSync(this.ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    fs.rmSync(this.folder, { recursive: true });
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

function writeUntilFull(file: number, size: number): void {
  const piece = Buffer.alloc(size, 1);
  try {
    while (fs.writeSync(file, piece) === size);
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
  }
}
