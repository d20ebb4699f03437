import { createHash } from 'node:crypto';

/** A GM, who signs in anew before the token ends. */
export type Gm = { token(): Promise<string>; made: number };

/** Something that the product has said yes to. */
export type Acknowledged = { readonly during: string } & (
  | { readonly kind: 'campaign'; readonly id: string; readonly gm: Gm }
  | { readonly kind: 'player'; readonly id: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'document'; readonly name: string; readonly campaign: string; readonly gm: Gm }
  /** What a document held before its file was replaced. */
  | {
      readonly kind: 'version';
      readonly digest: string;
      readonly campaign: string;
      readonly gm: Gm;
    }
  /** A word of a note. */
  | { readonly kind: 'word'; readonly word: string; readonly campaign: string; readonly gm: Gm }
  /** An entry of the ledger. */
  | { readonly kind: 'act'; readonly act: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'deletion'; readonly of: string; readonly gm: Gm }
  | { readonly kind: 'mail'; readonly to: string }
  | { readonly kind: 'message'; readonly text: string }
);

/** What was acknowledged, and what was tried. */
export class Memory {
  readonly acknowledged: Acknowledged[] = [];
  /** What was sent as each file, by its name, acknowledged or not; the last that was acknowledged, and what was sent since. */
  private readonly contents = new Map<string, { ever: string[]; now: string[] }>();
  readonly spoilers = new Set<string>();
  /** Words that are for GMs alone for good. */
  readonly hidden = new Set<string>();
  /** Whom each passage may be for: what was acknowledged last, and what was sent since. */
  private readonly audiences = new Map<string, string[]>();
  /** What may have been deleted, acknowledged or not. */
  private readonly givenUp = new Set<string>();
  /** What may be back from the trash, acknowledged or not. */
  private readonly restored = new Set<string>();
  refused = 0;
  /** Whatever was visible and not whole, in words. */
  readonly broken: string[] = [];
  /** What is being killed meanwhile. */
  during = 'nothing';

  /** Before a file is sent, or replaced by another. */
  mayHold(name: string, content: string | Buffer): void {
    const sent = digest(content);
    const { ever, now } = this.contents.get(name) ?? { ever: [], now: [] };
    this.contents.set(name, { ever: [...ever, sent], now: [...now, sent] });
  }

  /** It was acknowledged. */
  holds(name: string, content: string | Buffer): void {
    const { ever } = this.contents.get(name) ?? { ever: [] };
    this.contents.set(name, { ever, now: [digest(content)] });
  }

  /** An address may have been given out before the file was replaced. */
  hasHeld(name: string, file: Buffer): boolean {
    return this.contents.get(name)?.ever.includes(digest(file)) ?? false;
  }

  mayHoldNow(name: string, file: Buffer): boolean {
    return this.contents.get(name)?.now.includes(digest(file)) ?? false;
  }

  /** Before a passage is given another audience. */
  mayBeFor(passage: string, audience: string): void {
    this.audiences.set(passage, [...(this.audiences.get(passage) ?? []), audience]);
  }

  /** It was acknowledged. */
  isFor(passage: string, audience: string): void {
    this.audiences.set(passage, [audience]);
  }

  /** Whether it may be for them; of one that was never given an audience nothing is known. */
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

  /** Before it is restored: from now on its deletion promises nothing. */
  tryToRestore(key: string): void {
    this.restored.add(key);
  }

  /** The restore was acknowledged. */
  isBack(key: string): void {
    this.givenUp.delete(key);
  }
}

/** How a thing of a campaign is called; with the campaign goes all that is in it. */
export const keyOf = (campaign: string, name: string): string => `${campaign} ${name}`;

export const digest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
