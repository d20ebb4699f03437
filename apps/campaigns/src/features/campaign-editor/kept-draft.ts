import { useEffect, useState } from 'react';
import { useShell, type SessionView } from '@tomekeeper/remote-kit';
import type { CampaignValues } from './campaign-form';

/** Unsaved form input. */
export interface KeptDraft {
  /** Owner; the draft is restored only for this user. */
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
    // Storage is unavailable or full: the draft lasts as long as its page.
  }
}

function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORE);
  } catch {
    // Storage is unavailable, so it holds no draft.
  }
}

/**
 * Deletes a draft when another user signs in.
 * @returns unsubscribe function
 */
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
 * Draft of a form that survives an expired session: the same user gets it back after signing in. Leaving the page in any other
 * way, including signing out, deletes it.
 *
 * @param form key of the form; undefined, as for read-only forms, keeps no draft
 */
export function useKeptDraft(form: string | undefined) {
  const { session } = useShell();
  const state = session.useSession();
  const person = state.status === 'signed-in' ? state.user?.id : undefined;
  const [draft, setDraft] = useState<Draft>({});
  const [isBack, setBack] = useState(false);

  // The user may load after the form is rendered.
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
      // Signing out navigates away first; an expired session ends on the same page.
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
    /** Whether the draft was restored. */
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
