import { createHash } from 'node:crypto';

/** A GM, who signs in anew before the token ends. */
export type Gm = { token(): Promise<string>; made: number };

/** Something that the product has said yes to. */
export type Acknowledged = { readonly during: string } & (
  | { readonly kind: 'campaign'; readonly id: string; readonly gm: Gm }
  | { readonly kind: 'player'; readonly id: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'document'; readonly name: string; readonly campaign: string; readonly gm: Gm }
  | { readonly kind: 'deletion'; readonly of: string; readonly gm: Gm }
  | { readonly kind: 'mail'; readonly to: string }
  | { readonly kind: 'message'; readonly text: string }
);

/** What was acknowledged, and what was tried. */
export class Memory {
  readonly acknowledged: Acknowledged[] = [];
  /** What each file was to hold, by its name, acknowledged or not. */
  readonly contents = new Map<string, string>();
  readonly spoilers = new Set<string>();
  /** What may have been deleted, acknowledged or not. */
  private readonly givenUp = new Set<string>();
  /** What may be back from the trash, acknowledged or not. */
  private readonly restored = new Set<string>();
  refused = 0;
  /** Whatever was visible and not whole, in words. */
  readonly broken: string[] = [];
  /** What is being killed meanwhile. */
  during = 'nothing';

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
