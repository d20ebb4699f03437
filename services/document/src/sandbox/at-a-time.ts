/** Work that takes much memory: some of it at a time, what comes beside waits its turn. */
export class AtATime {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(private readonly most: number) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.most)
      await new Promise<void>((begin) => {
        this.waiting.push(begin);
      });
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
