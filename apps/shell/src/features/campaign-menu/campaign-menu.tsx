import { useEffect, useId, useRef, useState } from 'react';
import type { CampaignShell } from './campaign-place';
import styles from './campaign-menu.module.css';

interface Facts {
  title: string;
  /** Absent in responses of services without roles. */
  role: string | undefined;
}

/** Parses a campaign without zod, which the shell does not bundle. @returns undefined for an invalid response */
function factsOf(body: unknown): Facts | undefined {
  const { title, role } = Object(body) as Record<string, unknown>;
  if (typeof title !== 'string') return undefined;
  return { title, role: typeof role === 'string' ? role : undefined };
}

/** Pages of a campaign in the order of the menu; those of remotes that are not installed are skipped. */
const PAGES = [
  { path: '', label: 'Overview' },
  { path: '/library', label: 'Library' },
  { path: '/sessions', label: 'Sessions' },
  { path: '/table', label: 'Table' },
  { path: '/ask', label: 'Ask' },
  { path: '/ledger', label: 'Ledger', isForGms: true },
] as const;

interface CampaignMenuProps {
  shell: CampaignShell;
  id: string;
  isOpen: boolean;
}

/** The campaign's pages under its title. */
export function CampaignMenu({ shell, id, isOpen }: CampaignMenuProps) {
  const { Link, useLocation } = shell.api.routing;
  const { pathname } = useLocation();
  const campaign = useFacts(shell, id, isOpen);
  const titleId = useId();
  if (campaign === 'unknown') return null;
  const isGm = campaign?.role === 'owner' || campaign?.role === 'co_gm';
  const address = `/campaigns/${encodeURIComponent(id)}`;
  const pages = PAGES.filter(
    (page) =>
      shell.match(address + page.path)?.route.path === `/campaigns/:id${page.path}` &&
      (!('isForGms' in page) || isGm),
  );
  return (
    <section className={styles.campaign}>
      <p id={titleId} className={styles.title}>
        {campaign?.title ?? 'Campaign'}
      </p>
      <ul role="list" className={styles.pages} aria-labelledby={titleId}>
        {pages.map(({ path, label }) => (
          <li key={path}>
            <Link
              to={address + path}
              className={styles.page}
              aria-current={pathname === address + path ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Title and role in a campaign, loaded at first and whenever the menu opens; 'unknown' if there is no such campaign. */
function useFacts({ api }: CampaignMenuProps['shell'], id: string, isOpen: boolean) {
  const { http } = api;
  const [found, setFound] = useState<Facts | 'unknown'>();
  const isKnown = useRef(false);
  useEffect(() => {
    if (isKnown.current && !isOpen) return undefined;
    const asking = new AbortController();
    const ask = async () => {
      const response = await http(`/api/campaigns/${encodeURIComponent(id)}/`, {
        signal: asking.signal,
      });
      if (response.status === 404) setFound('unknown');
      if (!response.ok) return;
      setFound(factsOf(await response.json()));
      isKnown.current = true;
    };
    // Without an answer the links work too.
    ask().catch(() => undefined);
    return () => asking.abort();
  }, [http, id, isOpen]);
  return found;
}
