import type { PassageWriter } from '../passages/passage-writer';
import type { Zip } from './zip';

/** Images of a zip file. Each is unpacked and emitted once. */
export class ZipImages {
  private readonly numbers = new Map<string, number | undefined>();

  constructor(
    private readonly zip: Zip,
    private readonly writer: PassageWriter,
  ) {}

  /** The image number of an entry. */
  numberOf(name: string): number | undefined {
    if (!this.numbers.has(name)) {
      const bytes = this.writer.wantsImages ? this.zip.bytes(name) : undefined;
      this.numbers.set(name, bytes && this.writer.image(bytes));
    }
    return this.numbers.get(name);
  }
}
