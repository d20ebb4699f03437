import type { Location } from '@tomekeeper/remote-kit';
import type { AppHistory } from '../../routing/history';
import { keepPassageLink } from './passage-link';

/** Opens the sign-in page, which leads back to the current page and linked passage. */
export function redirectToSignIn(history: AppHistory, options?: { replace: boolean }): void {
  keepPassageLink(window.location);
  history.navigate(signInPath(history.place()), { ...options, force: true });
}

const signInPath = ({ pathname, search }: Location) =>
  `/login?redirect=${encodeURIComponent(pathname + search)}`;
