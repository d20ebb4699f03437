import { useEffect, useRef, useState } from 'react';
import { EXTRACT } from '@tomekeeper/contracts-search';
import { useHints, useShell, type Http } from '@tomekeeper/remote-kit';
import { AGAIN_AFTER_MS, isCatchingUp, TRIES } from '../search-api/catching-up';
import type { Answered } from '../search-api/search-api';
import { ask, type Coming } from './ask';

/** What somebody asked; a question asked again is another one. */
export interface Asked {
  campaign: string;
  question: string;
  /** Whom a GM asks as. */
  viewAs: string | undefined;
  /** Whether a model writes the answer. */
  isWritten: boolean;
  number: number;
}

export type Outcome =
  | { status: 'asking'; coming?: Coming; isCatchingUp?: boolean }
  | { status: 'answered'; answer: Answered }
  | { status: 'failed'; error: unknown }
  /** What stood here may hold what was taken from its reader since. */
  | { status: 'outdated' };

/**
 * The answer to what was asked. When texts change, what quotes them is asked for anew by itself; where a model writes, which costs,
 * nothing is, and the answer goes from the screen of those from whom something may have been taken.
 * @param whoWrites asks anew who writes answers now
 */
export function useAnswer(
  asked: Asked | undefined,
  seesAll: boolean,
  whoWrites: () => Promise<string>,
): Outcome | undefined {
  const { http } = useShell();
  const [known, setKnown] = useState<{ asked: Asked; outcome: Outcome }>();
  const [renewal, setRenewal] = useState<{ of: Asked }>();
  const latest = useRef({ seesAll, whoWrites });
  useEffect(() => {
    latest.current = { seesAll, whoWrites };
  });
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const { signal } = stop;
    const tell = (outcome: Outcome) => {
      if (!signal.aborted) setKnown({ asked, outcome });
    };
    void (async () => {
      if (renewal?.of === asked && (await latest.current.whoWrites()) !== EXTRACT) {
        if (!latest.current.seesAll) tell({ status: 'outdated' });
        return;
      }
      if (!signal.aborted) await answerTo(http, asked, signal, tell);
    })().catch((error: unknown) => tell({ status: 'failed', error }));
    return () => stop.abort();
  }, [asked, renewal, http]);

  const outcome = known && known.asked === asked ? known.outcome : undefined;
  useHints(['documents', 'members'], asked?.campaign, () => {
    if (!asked) return;
    const answered = outcome?.status === 'answered' ? outcome.answer : undefined;
    // What is on its way may have been read before the change; what a model writes the service itself breaks off then.
    const isQuotedOnItsWay = (!outcome || outcome.status === 'asking') && !asked.isWritten;
    if (isQuotedOnItsWay || answered?.written_by === EXTRACT) setRenewal({ of: asked });
    else if (answered && !seesAll) setKnown({ asked, outcome: { status: 'outdated' } });
  });
  return asked && (outcome ?? { status: 'asking' });
}

async function answerTo(
  http: Http,
  { number: _number, ...asked }: Asked,
  signal: AbortSignal,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const onPart = (coming: Coming) => tell({ status: 'asking', coming });
      const answer = await ask(http, { ...asked, signal, onPart });
      return tell({ status: 'answered', answer });
    } catch (error) {
      if (signal.aborted) return;
      if (!isCatchingUp(error) || tries === TRIES) return tell({ status: 'failed', error });
      tell({ status: 'asking', isCatchingUp: true });
      await new Promise((go) => setTimeout(go, AGAIN_AFTER_MS));
      if (signal.aborted) return;
    }
  }
}
