import { useEffect, useRef, useState } from 'react';
import { EXTRACT } from '@tomekeeper/contracts-search';
import { useHints, useShell, type Http } from '@tomekeeper/remote-kit';
import type { Answered } from '../search-api/search-api';
import { isIndexLagging, MAX_RETRIES, RETRY_DELAY_MS } from '../search-api/use-search';
import { askQuestion, type PartialAnswer } from './ask-question';

/** A request for an answer; asking again makes another object. */
export interface Asked {
  campaign: string;
  question: string;
  viewAs: string | undefined;
  /** Whether a model writes the answer. */
  isWritten: boolean;
  number: number;
}

export type Outcome =
  | { status: 'asking'; partial?: PartialAnswer; isIndexLagging?: boolean }
  | { status: 'answered'; answer: Answered }
  | { status: 'failed'; error: unknown }
  /** The answer is hidden, because its text may have been revoked since. */
  | { status: 'outdated' };

/**
 * The answer to a question. After changes of documents, quoted answers are requested again. Answers of a model cost money, so they
 * are only hidden from viewers who may have lost access to their text.
 * @param seesAll whether the viewer is a GM, who loses access to nothing
 * @param fetchWriter fetches the current writer of answers
 */
export function useAnswer(
  asked: Asked | undefined,
  seesAll: boolean,
  fetchWriter: () => Promise<string>,
): Outcome | undefined {
  const { http } = useShell();
  const [known, setKnown] = useState<{ asked: Asked; outcome: Outcome }>();
  const [renewal, setRenewal] = useState<{ of: Asked }>();
  const latest = useRef({ seesAll, fetchWriter });
  useEffect(() => {
    latest.current = { seesAll, fetchWriter };
  });
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const { signal } = stop;
    const report = (outcome: Outcome) => {
      if (!signal.aborted) setKnown({ asked, outcome });
    };
    void (async () => {
      if (renewal?.of === asked && (await latest.current.fetchWriter()) !== EXTRACT) {
        if (!latest.current.seesAll) report({ status: 'outdated' });
        return;
      }
      if (!signal.aborted) await answerTo(http, asked, signal, report);
    })().catch((error: unknown) => report({ status: 'failed', error }));
    return () => stop.abort();
  }, [asked, renewal, http]);

  const outcome = known && known.asked === asked ? known.outcome : undefined;
  useHints(['documents', 'members'], asked?.campaign, () => {
    if (!asked) return;
    const answered = outcome?.status === 'answered' ? outcome.answer : undefined;
    // A pending answer may contain text from before the change; the service itself interrupts answers of a model.
    const isPendingQuote = (!outcome || outcome.status === 'asking') && !asked.isWritten;
    if (isPendingQuote || answered?.written_by === EXTRACT) setRenewal({ of: asked });
    else if (answered && !seesAll) setKnown({ asked, outcome: { status: 'outdated' } });
  });
  useHints(['sessions'], asked?.campaign, () => {
    if (asked && outcome?.status === 'answered' && outcome.answer.sessions)
      setRenewal({ of: asked });
  });
  return asked && (outcome ?? { status: 'asking' });
}

async function answerTo(
  http: Http,
  { number: _number, ...asked }: Asked,
  signal: AbortSignal,
  report: (outcome: Outcome) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const onPart = (partial: PartialAnswer) => report({ status: 'asking', partial });
      const answer = await askQuestion(http, { ...asked, signal, onPart });
      return report({ status: 'answered', answer });
    } catch (error) {
      if (signal.aborted) return;
      if (!isIndexLagging(error) || tries === MAX_RETRIES)
        return report({ status: 'failed', error });
      report({ status: 'asking', isIndexLagging: true });
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      if (signal.aborted) return;
    }
  }
}
