import { ImportError } from '../../model';
import type { ImportLimits } from '..';
import { EntryError } from './entry-error';

/** Below this size the ratio is not checked: short texts and empty pictures compress well. */
const MIN_BYTES_FOR_RATIO = 1024 * 1024;

/** Counts bytes during unpacking, because declared sizes are untrusted. */
export class Budget {
  private unpacked = 0;

  /** @param packedBytes size of the uploaded file */
  constructor(
    private readonly limits: ImportLimits,
    private readonly packedBytes: number,
  ) {}

  /** Counts the bytes of an entry once, also if the entry is read again. */
  entry(packedBytes: number): (readBytes: number) => void {
    let counted = 0;
    return (readBytes) => {
      if (readBytes <= counted) return;
      this.add(readBytes - counted);
      counted = readBytes;
      if (readBytes > this.limits.fileBytes || this.isOverRatio(readBytes, packedBytes))
        throw new EntryError('too_large');
    };
  }

  private add(bytes: number): void {
    this.unpacked += bytes;
    const isTooLarge =
      this.unpacked > this.limits.unpackedBytes ||
      this.isOverRatio(this.unpacked, this.packedBytes);
    if (isTooLarge) throw new ImportError('too_large');
  }

  private isOverRatio(unpacked: number, packed: number): boolean {
    return unpacked > MIN_BYTES_FOR_RATIO && unpacked > this.limits.ratio * packed;
  }
}
