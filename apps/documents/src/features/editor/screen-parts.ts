import type { FindLink } from './pasting/markdown-passages';

interface Parts {
  /** Gets the keys while a completion is open; says whether it took one. */
  completionKey: (event: KeyboardEvent) => boolean;
  /** Gets the keys that open something of the screen; says whether it took one. */
  shortcut: (event: KeyboardEvent) => boolean;
  /** Gets keys that change who sees passages; says whether it took one. */
  toggleAudience: (event: KeyboardEvent) => boolean;
  /** Where a document's name in pasted Markdown leads. */
  findLink: FindLink;
}

/** What the screen around a text does for it, while it is there. */
export class ScreenParts {
  private parts: Partial<Parts> = {};

  /** @returns the function that ends it */
  serve(parts: Partial<Parts>): () => void {
    this.parts = { ...this.parts, ...parts };
    return () => {
      const left = Object.entries(this.parts).filter(
        ([name, part]) => parts[name as keyof Parts] !== part,
      );
      this.parts = Object.fromEntries(left);
    };
  }

  readonly completionKey: Parts['completionKey'] = (event) =>
    this.parts.completionKey?.(event) ?? false;
  readonly shortcut: Parts['shortcut'] = (event) =>
    this.parts.shortcut?.(event) || this.parts.toggleAudience?.(event) || false;
  readonly findLink: FindLink = (name) => this.parts.findLink?.(name);
}
