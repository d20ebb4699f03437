import { useEffect, useState } from 'react';
import { useShell, type SessionView } from '@tomekeeper/remote-kit';
import type { CampaignValues } from './campaign-form';

/** What was typed into a form and not saved. */
export interface KeptDraft {
  /** The draft is shown to this person only. */
  person: string;
  form: string;
  values: Partial<CampaignValues>;
}

const STORE = 'tomekeeper.campaign-draft';

function read(): Partial<KeptDraft> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function readDraft(person: string, form: string): KeptDraft['values'] | undefined {
  const kept = read();
  return kept.person === person && kept.form === form ? kept.values : undefined;
}

function keepDraft(draft: KeptDraft): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(draft));
  } catch {
    // Storage is closed or full: the text lasts as long as its page.
  }
}

function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Storage is closed, so nothing was kept.
  }
}

/** What one person typed goes when another signs in. @returns the function that stops it */
export function forgetDraftsOfOthers(session: SessionView): () => void {
  const look = () => {
    const state = session.current();
    const person = state.status === 'signed-in' ? state.user?.id : undefined;
    if (person !== undefined && read().person !== person) forgetDraft();
  };
  look();
  return session.subscribe(look);
}

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
