import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { EXTRACT, SEARCH_LIMITS } from '@tomekeeper/contracts-search';
import { useShell, useViewAs, writeQuery } from '@tomekeeper/remote-kit';
import { NoSuchCampaign, useCampaignPage, WithViewAs } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { TextField } from '@tomekeeper/ui/field';
import { PageHead } from '../page-head/page-head';
import type { State } from '../search-api/search-api';
import { SeenAs } from '../page-head/seen-as';
import { OnItsWay, Trouble } from '../page-head/trouble';
import { isGm } from '../search-api/use-campaign';
import { useSearchState } from '../search-api/use-search-state';
import { Answer } from './answer';
import styles from './ask-page.module.css';
import { Drafts } from './drafts/drafts';
import { ModelSwitch } from './model-switch';
import { useAnswer, type Asked } from './use-answer';

/** `/campaigns/{id}/ask`: a question in plain words, answered with sentences of the campaign's own text. */
export function AskPage() {
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      {/* What an address asks for is read once: another address is another question. */}
      <Asking key={key} />
    </WithViewAs>
  );
}

function Asking() {
  const { routing } = useShell();
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: 'Ask',
    unknown: 'This campaign is not here.',
  });
  const { search } = routing.useLocation();
  const [wanted, setWanted] = useState<Wanted>(() => {
    const asked = (new URLSearchParams(search).get('q') ?? '').trim();
    return { question: asked.slice(0, SEARCH_LIMITS.questionLength), number: 0 };
  });
  const viewAs = useViewAs();
  const queryClient = useQueryClient();
  const { data: state, isPending, options } = useSearchState(campaignId);

  if (isUnknown)
    return (
      <>
        <h1>{title}</h1>
        <NoSuchCampaign />
      </>
    );
  return (
    <div className={styles.page}>
      <PageHead {...{ campaignId, title }} page="ask" q={wanted.question} />
      <SeenAs campaignId={campaignId} query={{ q: wanted.question }} />
      {error && !campaign ? (
        <Trouble
          error={error}
          text="Unable to load this campaign."
          onRetry={() => void refetch()}
        />
      ) : (
        <Questions
          {...{ campaignId, wanted, setWanted, state, viewAs }}
          // Who writes answers decides how one is asked for.
          isReady={!isPending && campaign !== undefined}
          seesAll={isGm(campaign) && viewAs === undefined}
          whoWrites={async () =>
            writerOf(await queryClient.fetchQuery({ ...options, staleTime: 0 }))
          }
        />
      )}
    </div>
  );
}

/** What is to be answered; asked again it has another number. */
interface Wanted {
  question: string;
  number: number;
}

interface QuestionsProps {
  campaignId: string;
  /** At first what the address asks. */
  wanted: Wanted;
  setWanted: (next: Wanted) => void;
  state: State | undefined;
  /** Whom a GM asks as: they get the answer of that player. */
  viewAs: string | undefined;
  isReady: boolean;
  seesAll: boolean;
  /** Asks anew who writes answers. */
  whoWrites: () => Promise<string>;
}

const writerOf = (state: State | undefined): string => state?.answers.written_by ?? EXTRACT;

function Questions(props: QuestionsProps) {
  const { campaignId, wanted, setWanted, state, viewAs, isReady, seesAll, whoWrites } = props;
  const [text, setText] = useState(wanted.question);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<Asked>();
  const isWritten = writerOf(state) !== EXTRACT;
  if (isReady && wanted.question !== '' && wanted.number !== asked?.number)
    setAsked({ campaign: campaignId, viewAs, isWritten, ...wanted });
  const outcome = useAnswer(asked, seesAll, whoWrites);
  const put = (question: string) => {
    writeQuery({ q: question });
    setWanted({ question, number: wanted.number + 1 });
  };
  const again = () => put(wanted.question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const question = text.trim();
    setIsMissing(question === '');
    if (question === '') field.current?.focus();
    else put(question);
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Question"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={SEARCH_LIMITS.questionLength}
          autoFocus={wanted.question === ''}
          description={<HowAnswered state={state} />}
          error={isMissing && text.trim() === '' ? 'Write a question first.' : undefined}
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={outcome?.status === 'asking' && 'Looking…'}>
          Ask
        </Button>
      </form>
      {outcome && asked && (
        <section aria-label="Answer" aria-busy={outcome.status === 'asking'}>
          {outcome.status === 'asking' && !outcome.coming && (
            <OnItsWay
              failure={undefined}
              words={
                outcome.isCatchingUp
                  ? 'Catching up with what has changed…'
                  : 'Reading what may answer this…'
              }
            />
          )}
          {outcome.status === 'asking' && outcome.coming && (
            <Answer
              question={asked.question}
              isComing
              {...outcome.coming}
              answer={outcome.coming.parts}
            />
          )}
          {outcome.status === 'answered' && (
            <Answer question={asked.question} {...outcome.answer} />
          )}
          {outcome.status === 'failed' && (
            <Trouble error={outcome.error} text="Your question was not answered." onRetry={again} />
          )}
          {outcome.status === 'outdated' && (
            <EmptyState
              title="The texts of this campaign have changed."
              action={<Button onClick={again}>Ask again</Button>}
            />
          )}
        </section>
      )}
      {viewAs === undefined && state?.answers.drafts && state.answers.drafts.length > 0 && (
        <Drafts {...{ campaignId, seesAll }} kinds={state.answers.drafts} />
      )}
      {state && <ModelSwitch {...{ campaignId, state }} />}
    </>
  );
}

/** Whose words an answer is made of, and which service gets what. */
function HowAnswered({ state }: { state: State | undefined }) {
  const writer = writerOf(state);
  const service = state?.answers.sent_to;
  if (writer === EXTRACT)
    return (
      <>You get sentences of this campaign’s own text, word for word, with where they stand.</>
    );
  return (
    <>
      {writer} writes the answer from passages of this campaign, and names one for each sentence.
      {service !== undefined && ` Your question and those passages go to ${service}.`}
    </>
  );
}
