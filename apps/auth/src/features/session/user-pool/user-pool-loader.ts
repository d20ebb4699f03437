import type { PoolEvent, UserPool } from './user-pool';

/** Gives the user pool; loads Amplify the first time. */
export type LoadUserPool = () => Promise<UserPool>;

/** How the pool is opened, once its code is there. Tests open another one. */
export type OpenUserPool = (notify: (event: PoolEvent) => void) => Promise<UserPool>;

export interface UserPoolAccess {
  load: LoadUserPool;
  /** Sign-ins and sign-outs of this tab. @returns the function that stops it */
  onEvent(listener: (event: PoolEvent) => void): () => void;
  close(): void;
}

/** Opens the pool at most once. A failed load is not kept, so that the next call tries again. */
export function createUserPoolAccess(open: OpenUserPool): UserPoolAccess {
  const listeners = new Set<(event: PoolEvent) => void>();
  let pool: Promise<UserPool> | undefined;
  let closed = false;
  const notify = (event: PoolEvent) => listeners.forEach((listener) => listener(event));
  return {
    load() {
      pool ??= open(notify).then(
        (opened) => {
          if (closed) opened.close();
          return opened;
        },
        (error: unknown) => {
          pool = undefined;
          throw error;
        },
      );
      return pool;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      void pool?.then((opened) => opened.close());
      listeners.clear();
    },
  };
}
