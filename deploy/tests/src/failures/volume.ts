import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '@tomekeeper/program-kit';

/** The product's data and all that people do to it meanwhile fit in several times. */
const MEGABYTES = 900;
const PIECE = 4 * 1024 * 1024;

/** A disk of its own, small enough to be filled. Only root may make one, and not everywhere. */
export class Volume {
  private constructor(readonly folder: string) {}

  static make(): Volume | undefined {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-volume-'));
    try {
      const options = `size=${MEGABYTES}m,mode=755`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
      // PostgreSQL runs as somebody else.
      fs.chmodSync(folder, 0o755);
      return new Volume(folder);
    } catch {
      fs.rmSync(folder, { recursive: true });
      return undefined;
    }
  }

  /** Takes every byte that is left. */
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
