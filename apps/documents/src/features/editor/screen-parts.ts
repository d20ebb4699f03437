interface Parts {
  /** Handles keys while a completion is open. @returns whether it consumed the key */
  completionKey: (event: KeyboardEvent) => boolean;
  /** Handles shortcuts that open dialogs. @returns whether it consumed the key */
  shortcut: (event: KeyboardEvent) => boolean;
  /** Handles shortcuts that change the audience of passages. @returns whether it consumed the key */
  toggleAudience: (event: KeyboardEvent) => boolean;
}

/** Callbacks from the editor to the mounted screen. */
export class ScreenParts {
  private parts: Partial<Parts> = {};

  /** @returns the function that unregisters the callbacks */
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
}
