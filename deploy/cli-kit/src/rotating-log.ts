import fs from 'node:fs';
import path from 'node:path';

const LARGEST = 5 * 1024 * 1024;
const KEPT = 3;

/**
 * A log file with size-based rotation: `x.log`, `x.log.1`, … Lines that can't be written are dropped, because
 * a full disk must not stop the product.
 */
export class RotatingLog {
  readonly file: string;
  private descriptor: number;
  private size: number;

  constructor(
    folder: string,
    name: string,
    private readonly largest = LARGEST,
  ) {
    this.file = path.join(folder, `${name}.log`);
    this.descriptor = fs.openSync(this.file, 'a', 0o600);
    this.size = fs.fstatSync(this.descriptor).size;
  }

  readonly write = (chunk: Buffer | string): void => {
    const bytes = Buffer.from(chunk);
    try {
      if (this.size > 0 && this.size + bytes.length > this.largest) this.rotate();
      fs.writeSync(this.descriptor, bytes);
    } catch {
      // There is nowhere to tell it.
    }
    this.size += bytes.length;
  };

  close(): void {
    fs.closeSync(this.descriptor);
  }

  private rotate(): void {
    this.size = 0;
    for (let number = KEPT; number >= 1; number -= 1) {
      const older = number === 1 ? this.file : `${this.file}.${number - 1}`;
      if (fs.existsSync(older)) fs.renameSync(older, `${this.file}.${number}`);
    }
    const full = this.descriptor;
    this.descriptor = fs.openSync(this.file, 'a', 0o600);
    fs.closeSync(full);
  }
}
