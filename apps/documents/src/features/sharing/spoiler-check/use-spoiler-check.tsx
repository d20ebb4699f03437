import { useRef, useState, type ReactNode } from 'react';
import { useShell, useSingleRun } from '@tomekeeper/remote-kit';
import { askForSpoilers, type Checked, type Findings } from './ask-for-spoilers';
import { SpoilerDialog } from './spoiler-dialog';

/** Timeout of the check. The action then proceeds unchecked, with a message. */
const CHECK_TIMEOUT_MS = 2_500;

export interface SpoilerCheck {
  /**
   * Checks content for spoilers before an action, and asks the GM if there are any. Proceeds immediately if there is nothing to
   * check, and also if the check fails or times out: it never blocks. `cancel` is called if the GM cancels.
   */
  before: (content: Checked | undefined, proceed: () => void, cancel?: () => void) => void;
  /** Whether a check is running; its button shows progress. */
  isPending: boolean;
  /** Render this on the page. */
  dialog: ReactNode;
}

interface PendingQuestion {
  content: Checked;
  findings: Findings;
  decide: (isConfirmed: boolean) => void;
}

interface Options {
  /** Queues an action during another check, for example a second file drop. By default it is ignored as a double click. */
  isQueued?: boolean;
  /** Label of the cancel button if the content cannot be changed. */
  cancelLabel?: string;
}

/** Warns before players of a campaign see a name that only appears in hidden passages. */
export function useSpoilerCheck(
  campaign: string,
  { isQueued = false, cancelLabel = 'Change it' }: Options = {},
): SpoilerCheck {
  const { http, toast } = useShell();
  const runOnce = useSingleRun();
  const last = useRef(Promise.resolve());
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<PendingQuestion>();

  const check = async (content: Checked, proceed: () => void, cancel?: () => void) => {
    setPending(true);
    const findings = await withTimeout((signal) => askForSpoilers(http, campaign, content, signal));
    setPending(false);
    if (findings === 'unchecked') toast({ message: UNCHECKED });
    else if (findings && findings.names.length > 0) {
      const isConfirmed = await new Promise<boolean>((decide) =>
        setAsked({ content, findings, decide }),
      );
      setAsked(undefined);
      if (!isConfirmed) return cancel?.();
    } else if (findings && !findings.isComplete) toast({ message: PARTLY_CHECKED });
    proceed();
  };

  return {
    before: (content, proceed, cancel) => {
      if (!content) proceed();
      else if (isQueued) last.current = last.current.then(() => check(content, proceed, cancel));
      else runOnce(() => check(content, proceed, cancel));
    },
    isPending,
    dialog: asked && (
      <SpoilerDialog
        campaign={campaign}
        content={asked.content}
        findings={asked.findings}
        cancelLabel={cancelLabel}
        onCancel={() => asked.decide(false)}
        onProceed={() => asked.decide(true)}
      />
    ),
  };
}

const UNCHECKED = 'Names were not checked for spoilers: the check did not finish.';
const PARTLY_CHECKED =
  'This text is long. Only a part of it was checked for names that are spoilers.';

/** The result of the check, or `unchecked` after a failure or the timeout. */
async function withTimeout(
  ask: (signal: AbortSignal) => Promise<Findings>,
): Promise<Findings | 'unchecked'> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<'unchecked'>((resolve) => {
    timer = setTimeout(() => {
      resolve('unchecked');
      controller.abort();
    }, CHECK_TIMEOUT_MS);
  });
  const request = ask(controller.signal).catch(() => 'unchecked' as const);
  const result = await Promise.race([request, timeout]);
  clearTimeout(timer);
  return result;
}
