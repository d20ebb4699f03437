import type { Location } from '@tomekeeper/remote-kit';

/** Sign-in, with the way back to a page. */
export const signInPath = ({ pathname, search }: Location) =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`;
