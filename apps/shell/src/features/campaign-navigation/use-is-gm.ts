import { useEffect, useState } from 'react';
import type { NavigationShell } from './navigation-place';

/** Delay, so that the page's own requests come first. */
const ASKED_AFTER_MS = 1_000;

/** Whether the user is a GM of the campaign; false until known. Follows changes of the members. */
export function useIsGm({ http, hints }: NavigationShell['api'], id: string): boolean {
  const [isGm, setIsGm] = useState(false);
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      const response = await http(`/api/campaigns/${encodeURIComponent(id)}/`, {
        signal: asking.signal,
      });
      if (!response.ok) return;
      // Without zod, which the shell does not bundle.
      const { role } = Object(await response.json()) as Record<string, unknown>;
      setIsGm(role === 'owner' || role === 'co_gm');
    };
    // Without an answer the other links work too.
    const start = () => void ask().catch(() => undefined);
    const timer = setTimeout(start, ASKED_AFTER_MS);
    const unsubscribe = hints.subscribe((hint) => {
      if (hint.kind === 'members' && hint.campaign === id) start();
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      asking.abort();
    };
  }, [http, hints, id]);
  return isGm;
}
