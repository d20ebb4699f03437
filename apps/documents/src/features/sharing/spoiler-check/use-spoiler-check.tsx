import { useRef, useState, type ReactNode } from 'react';
import { useShell, useSingleRun } from '@tomekeeper/remote-kit';
import { askForSpoilers, type Checked, type Findings } from './ask-for-spoilers';
import { SpoilerDialog } from './spoiler-dialog';

/** Timeout of the check. The action then proceeds unchecked, with a message. */
const PATIENCE_MS = 2_500;

export interface SpoilerCheck {
  /**
   * Checks content for spoilers before an action, and asks the GM if there are any. Proceeds immediately if there is nothing to
   * check, and also if the check fails or times out: it never blocks. `stay` is called if the GM cancels.
   */
  before: (what: Checked | undefined, goOn: () => void, stay?: () => void) => void;
  /** Whether a check is running; its button shows progress. */
  isPending: boolean;
  /** Render this on the page. */
  dialog: ReactNode;
}

interface Asked {
  what: Checked;
  findings: Findings;
  decide: (goesOn: boolean) => void;
}

interface Options {
  /** Queues an action during another check, for example a second file drop. By default it is dropped as a double press. */
  inOrder?: boolean;
  /** Label of the cancel button if the content cannot be changed. */
  change?: string;
}

/** Warns before players of a campaign see a name that only appears in hidden passages. */
export function useSpoilerCheck(
  campaign: string,
  { inOrder = false, change = 'Change it' }: Options = {},
): SpoilerCheck {
  const { http, toast } = useShell();
  const runOnce = useSingleRun();
  const last = useRef(Promise.resolve());
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<Asked>();

  const check = async (what: Checked, goOn: () => void, stay?: () => void) => {
    setPending(true);
    const findings = await soon((signal) => askForSpoilers(http, campaign, what, signal));
    setPending(false);
    if (findings === 'unchecked') toast({ message: UNCHECKED });
    else if (findings && findings.names.length > 0) {
      const goesOn = await new Promise<boolean>((decide) => setAsked({ what, findings, decide }));
      setAsked(undefined);
      if (!goesOn) return stay?.();
    } else if (findings && !findings.isWhole) toast({ message: PARTLY_CHECKED });
    goOn();
  };

  return {
    before: (what, goOn, stay) => {
      if (!what) goOn();
      else if (inOrder) last.current = last.current.then(() => check(what, goOn, stay));
      else runOnce(() => check(what, goOn, stay));
    },
    isPending,
    dialog: asked && (
      <SpoilerDialog
        campaign={campaign}
        what={asked.what}
        findings={asked.findings}
        change={change}
        onChange={() => asked.decide(false)}
        onGoOn={() => asked.decide(true)}
      />
    ),
  };
}

const UNCHECKED = 'Names were not checked for spoilers: the check timed out.';
const PARTLY_CHECKED = 'The text is too long to check completely for names that spoil.';

/** The result of the check, or `unchecked` after the timeout. */
async function soon(
  ask: (signal: AbortSignal) => Promise<Findings>,
): Promise<Findings | 'unchecked'> {
  const leaving = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'unchecked'>((resolve) => {
    timer = setTimeout(() => {
      resolve('unchecked');
      leaving.abort();
    }, PATIENCE_MS);
  });
  const asking = ask(leaving.signal).catch(() => 'unchecked' as const);
  const said = await Promise.race([asking, patience]);
  clearTimeout(timer);
  return said;
}
