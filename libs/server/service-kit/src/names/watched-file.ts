import fs from 'node:fs';

/** What a small file says; it is read again when it has changed. */
export class WatchedFile<T> {
  private seen: string | undefined;
  private last: T;

  /** @param file one that is not there reads as empty */
  constructor(
    private readonly file: string,
    private readonly parse: (text: string) => T,
  ) {
    this.last = parse('');
  }

  /** @returns what it says, and a mark that is another one once it has changed */
  read(): { value: T; mark: string } {
    const stat = fs.statSync(this.file, { throwIfNoEntry: false });
    const mark = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
    if (mark !== this.seen) {
      this.last = this.parse(stat ? fs.readFileSync(this.file, 'utf8') : '');
      this.seen = mark;
    }
    return { value: this.last, mark };
  }
}
