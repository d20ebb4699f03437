import type { ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { withRedirect } from './redirect-path';

/** A link to another entrance page; the wish to return travels along. */
export function EntranceLink({ to, children }: { to: string; children: ReactNode }) {
  const { routing } = useShell();
  const { search } = routing.useLocation();
  return (
    <routing.Link to={withRedirect(to, search)} className={textLinkClass}>
      {children}
    </routing.Link>
  );
}
