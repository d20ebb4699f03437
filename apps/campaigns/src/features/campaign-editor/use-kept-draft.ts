import { useEffect, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { CampaignValues } from './campaign-form';
import { forgetDraft, keepDraft, readDraft } from './kept-draft';

type Draft = Partial<CampaignValues>;

/**
 * What is typed into a form, which outlives a session that expires: after a new sign-in of the same
 * person it is there again. Leaving the page in any other way, as by signing out, forgets it.
 *
 * @param form which form it is; without it, as when nothing can be changed, nothing is kept
 */
export function useKeptDraft(form: string | undefined) {
  const { session } = useShell();
  const state = session.useSession();
  const person = state.status === 'signed-in' ? state.user?.id : undefined;
  const [draft, setDraft] = useState<Draft>({});
  const [isBack, setBack] = useState(false);

  // The person may become known only after the form is shown.
  const owner = form && person;
  const [lookedFor, setLookedFor] = useState<string>();
  if (owner !== lookedFor) {
    setLookedFor(owner);
    const kept = owner && readDraft(owner, form);
    if (kept) {
      setDraft({ ...kept, ...draft });
      setBack(true);
    }
  }

  useEffect(() => {
    const here = window.location.pathname;
    let expired = false;
    const stop = session.subscribe(() => {
      // Signing out leads away from the page first. A session that expires ends on it.
      expired = session.current().status === 'signed-out' && window.location.pathname === here;
    });
    const leave = () => {
      if (!expired) forgetDraft();
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop();
      leave();
    };
  }, [session]);

  return {
    draft,
    /** The draft was typed earlier. */
    isBack,
    change: (next: Draft) => {
      setDraft(next);
      if (person && form) keepDraft({ person, form, values: next });
    },
    forget: () => {
      setDraft({});
      setBack(false);
      forgetDraft();
    },
  };
}
