/** Lets one writer at a time at each name; the others wait in order. */
export class KeyLock {
  private readonly tails = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.tails.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.catch(() => undefined);
    this.tails.set(name, tail);
    try {
      return await mine;
    } finally {
      if (this.tails.get(name) === tail) this.tails.delete(name);
    }
  }
}
