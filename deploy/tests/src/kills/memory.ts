import { createHash } from 'node:crypto';

/** A GM, who signs in again before the token expires. */
export type Gm = { token(): Promise<string>; made: number };

/** An acknowledged change. */
export type Acknowledged = { readonly during: string } & (
  | { readonly kind: 'campaign'; readonly id: string; readonly gm: Gm }
  | {
      readonly kind: 'player' | 'document' | 'version' | 'word' | 'act';
      /** A user's id, a file's name, the digest of a replaced content, a note's word, or an audience change's id. */
      readonly name: string;
      readonly campaign: string;
      readonly gm: Gm;
    }
  | { readonly kind: 'deletion'; readonly of: string; readonly gm: Gm }
  | { readonly kind: 'mail'; readonly to: string }
  | { readonly kind: 'message'; readonly text: string }
);

/** Acknowledged and attempted changes. */
export class Memory {
  readonly acknowledged: Acknowledged[] = [];
  /**
   * Digests of the contents that were sent for each file name: all of them, and the last acknowledged one with later
   * attempts.
   */
  private readonly contents = new Map<string, { ever: string[]; now: string[] }>();
  readonly spoilers = new Set<string>();
  /** Words that are permanently GM-only. */
  readonly hidden = new Set<string>();
  /** Possible audiences of each passage: the last acknowledged one and later attempts. */
  private readonly audiences = new Map<string, string[]>();
  /** Keys that may have been deleted, acknowledged or not. */
  private readonly givenUp = new Set<string>();
  /** Keys that may have been restored from the trash, acknowledged or not. */
  private readonly restored = new Set<string>();
  refused = 0;
  /** Messages about visible inconsistencies. */
  readonly broken: string[] = [];
  /** Name of the process that is being killed. */
  during = 'nothing';

  /** Call before a file is uploaded or replaced. */
  mayHold(name: string, content: string | Buffer): void {
    const sent = digest(content);
    const { ever, now } = this.contents.get(name) ?? { ever: [], now: [] };
    this.contents.set(name, { ever: [...ever, sent], now: [...now, sent] });
  }

  /** Call after the acknowledgment. */
  holds(name: string, content: string | Buffer): void {
    const { ever } = this.contents.get(name) ?? { ever: [] };
    this.contents.set(name, { ever, now: [digest(content)] });
  }

  /** The download URL may be older than the replacement. */
  hasHeld(name: string, file: Buffer): boolean {
    return this.contents.get(name)?.ever.includes(digest(file)) ?? false;
  }

  mayHoldNow(name: string, file: Buffer): boolean {
    return this.contents.get(name)?.now.includes(digest(file)) ?? false;
  }

  /** Call before a passage's audience changes. */
  mayBeFor(passage: string, audience: string): void {
    this.audiences.set(passage, [...(this.audiences.get(passage) ?? []), audience]);
  }

  /** Call after the acknowledgment. */
  isFor(passage: string, audience: string): void {
    this.audiences.set(passage, [audience]);
  }

  /** Whether the passage may have that audience; true if its audience was never changed. */
  mayBeForNow(passage: string, audience: string): boolean {
    return this.audiences.get(passage)?.includes(audience) ?? true;
  }

  isGivenUp(key: string): boolean {
    return this.givenUp.has(key) || this.givenUp.has(key.split(' ')[0] ?? '');
  }

  giveUp(key: string): void {
    this.givenUp.add(key);
  }

  mayBeRestored(key: string): boolean {
    return this.restored.has(key);
  }

  /** Call before a restore: from now on the deletion is no longer guaranteed. */
  tryToRestore(key: string): void {
    this.restored.add(key);
  }

  /** Call after the acknowledgment. */
  isBack(key: string): void {
    this.givenUp.delete(key);
  }
}

/** Returns the key of a campaign's item; deleting the campaign deletes all its items. */
export const keyOf = (campaign: string, name: string): string => `${campaign} ${name}`;

export const digest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
