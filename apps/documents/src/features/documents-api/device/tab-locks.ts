/** Marks objects as used by an open tab, through Web Locks, which the browser releases when the tab closes. */
export const tabLocks = (prefix: string) => ({
  /** @returns a function that releases the mark */
  hold: (name: string): (() => void) => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    void navigator.locks?.request(prefix + name, () => ended).catch(() => undefined);
    return end;
  },
  /** Names that open tabs hold; empty without Web Locks. */
  held: async (): Promise<Set<string>> => {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map(({ name = '' }) => name.slice(prefix.length)));
  },
});
