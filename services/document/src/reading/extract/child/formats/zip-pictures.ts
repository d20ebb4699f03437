import type { Out } from '../out';
import type { Zip } from './zip';

/** Pictures of a zip file, each unpacked and given once, however often the file shows it. */
export class ZipPictures {
  private readonly numbers = new Map<string, number | undefined>();

  constructor(
    private readonly zip: Zip,
    private readonly out: Out,
  ) {}

  /** The number of an entry, by which blocks name it. */
  numberOf(name: string): number | undefined {
    if (!this.numbers.has(name)) {
      const bytes = this.out.takesImages ? this.zip.bytes(name) : undefined;
      this.numbers.set(name, bytes && this.out.image(bytes));
    }
    return this.numbers.get(name);
  }
}
