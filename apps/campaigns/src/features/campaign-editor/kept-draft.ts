import type { SessionView } from '@tomekeeper/remote-kit';
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

export function readDraft(person: string, form: string): KeptDraft['values'] | undefined {
  const kept = read();
  return kept.person === person && kept.form === form ? kept.values : undefined;
}

export function keepDraft(draft: KeptDraft): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(draft));
  } catch {
    // Storage is closed or full: the text lasts as long as its page.
  }
}

export function forgetDraft(): void {
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
