import type { AppHistory } from '../../routing/history';
import { keepPassageLink } from './passage-link';

/** Opens the sign-in page, which leads back to the current page and linked passage. */
export function redirectToSignIn(history: AppHistory, options?: { replace: boolean }): void {
  keepPassageLink(window.location);
  const { pathname, search } = history.place();
  history.navigate(signInPath(pathname + search), { ...options, force: true });
}

/** Address of the sign-in page that leads to a path. */
export const signInPath = (redirect: string): string =>
  `/login?redirect=${encodeURIComponent(redirect)}`;
