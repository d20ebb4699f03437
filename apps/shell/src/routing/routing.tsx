import { useEffect, type MouseEvent } from 'react';
import type { LinkProps, Routing } from '@tomekeeper/remote-kit';
import type { AppHistory } from './history';
import { pageTitle } from './page-title';
import { useLocation, useParams } from './visit-context';

/**
 * Router API for remotes.
 *
 * @param prefetch receives the path of a hovered or focused link
 * @param completed returns the target of a navigation by a remote, such as after sign-in
 */
export function createRouting(
  history: AppHistory,
  prefetch: (to: string) => void,
  completed: (to: string) => string = (to) => to,
): Routing {
  // React Router's own Link adds form handling and prefetching, 3 kB for every visitor.
  function Link({ to, onClick, onPointerEnter, onFocus, ...rest }: LinkProps) {
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      if (event.defaultPrevented || !isPlainPress(event) || rest.target || rest.download) return;
      event.preventDefault();
      history.navigate(to);
    };
    return (
      <a
        {...rest}
        href={to}
        onClick={follow}
        onPointerEnter={(event) => {
          onPointerEnter?.(event);
          prefetch(to);
        }}
        onFocus={(event) => {
          onFocus?.(event);
          prefetch(to);
        }}
      />
    );
  }

  return {
    Link,
    navigate: (to, options) => history.navigate(completed(to), options),
    useParams,
    useLocation,
    useTitle(title) {
      useEffect(() => {
        document.title = pageTitle(title);
      }, [title]);
    },
    useUnsavedChanges(when) {
      useEffect(() => (when ? history.hold() : undefined), [when]);
    },
  };
}

/** Other buttons and modifier keys mean a new tab or a download, which the browser handles. */
const isPlainPress = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
