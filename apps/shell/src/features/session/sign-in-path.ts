import type { Location } from '@tomekeeper/remote-kit';

/** Sign-in URL that redirects back to the given page. */
export const signInPath = ({ pathname, search }: Location) =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`;
