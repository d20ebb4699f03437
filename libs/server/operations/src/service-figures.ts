import { Injectable } from '@nestjs/common';
import type { ServiceFigure } from '@tomekeeper/contracts-operations';

type Read = () => Promise<ServiceFigure[]>;

/** Service-specific statistics for operators. */
@Injectable()
export class ServiceFigures {
  private reads: Read[] = [];

  /** @param read called for each request */
  add(read: Read): void {
    this.reads.push(read);
  }

  get isEmpty(): boolean {
    return this.reads.length === 0;
  }

  async all(): Promise<ServiceFigure[]> {
    return (await Promise.all(this.reads.map((read) => read()))).flat();
  }
}
