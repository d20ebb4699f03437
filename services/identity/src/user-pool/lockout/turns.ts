/** Lets work on the same subject run one after the other, and on different ones side by side. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(subject) ?? Promise.resolve();
    // A failure is the business of whoever waits for it; the next one's turn comes all the same.
    const mine = before.then(work, work);
    this.last.set(subject, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(subject) === mine) this.last.delete(subject);
    }
  }
}
