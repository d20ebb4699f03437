import { useRef, useState, type ReactNode } from 'react';
import { useShell, useSingleRun } from '@tomekeeper/remote-kit';
import { askForSpoilers, type Checked, type Findings } from './ask-for-spoilers';
import { SpoilerDialog } from './spoiler-dialog';

/** Longer than this nobody waits at the table: what is not checked by then goes on, and it is said. */
const PATIENCE_MS = 2_500;

export interface SpoilerCheck {
  /**
   * Looks for names that give something away before something is shown, and asks the GM where there are any. Goes on at once
   * where nothing is to be checked, and where the check fails or is slow: it never stands in the way. `stay` is for where the GM
   * wants to change it.
   */
  before: (what: Checked | undefined, goOn: () => void, stay?: () => void) => void;
  /** It is being asked: the button that was pressed says so. */
  isPending: boolean;
  /** To be placed on the page. */
  dialog: ReactNode;
}

interface Asked {
  what: Checked;
  findings: Findings;
  decide: (goesOn: boolean) => void;
}

interface Options {
  /** What comes while another thing is checked waits for it, as a second drop of files does; a second press is dropped. */
  inOrder?: boolean;
  /** What not going on is called where nothing can be written otherwise. */
  change?: string;
}

/** Warns before a name that only hidden passages hold is shown to players of this campaign. */
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

const UNCHECKED = 'Names were not checked for spoilers: the check did not answer in time.';
const PARTLY_CHECKED = 'There was too much to check all of it for names that spoil.';

/** What the check says, if it does so soon; undefined where there is no such check. */
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
