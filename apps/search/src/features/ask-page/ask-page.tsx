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
import { Loading, LoadError } from '../page-head/load-error';
import { ViewAsBanner } from '../page-head/view-as-banner';
import { isGm } from '../search-api/use-campaigns';
import { useSearchState } from '../search-api/use-search-state';
import { Answer } from './answer';
import styles from './ask-page.module.css';
import { Drafts } from './drafts/drafts';
import { ModelSwitch } from './model-switch';
import { useAnswer, type Asked } from './use-answer';

/** `/campaigns/{id}/ask`: answers questions with sentences of the campaign's text. */
export function AskPage() {
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      {/* The question is an initial value: another address needs another instance. */}
      <Ask key={key} />
    </WithViewAs>
  );
}

function Ask() {
  const { routing } = useShell();
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: 'Ask',
    unknown: 'This campaign is not here.',
  });
  const { search } = routing.useLocation();
  const [request, setRequest] = useState<QuestionRequest>(() => {
    const initial = (new URLSearchParams(search).get('q') ?? '').trim();
    return { question: initial.slice(0, SEARCH_LIMITS.questionLength), number: 0 };
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
      <PageHead {...{ campaignId, title }} page="ask" q={request.question} />
      <ViewAsBanner campaignId={campaignId} query={{ q: request.question }} />
      {error && !campaign ? (
        <LoadError
          error={error}
          text="Unable to load this campaign."
          onRetry={() => void refetch()}
        />
      ) : (
        <Questions
          {...{ campaignId, request, setRequest, state, viewAs }}
          // The writer decides between a JSON request and a stream.
          isReady={!isPending && campaign !== undefined}
          seesAll={isGm(campaign) && viewAs === undefined}
          fetchWriter={async () =>
            writerOf(await queryClient.fetchQuery({ ...options, staleTime: 0 }))
          }
        />
      )}
    </div>
  );
}

/** A question; asking again increments the number. */
interface QuestionRequest {
  question: string;
  number: number;
}

interface QuestionsProps {
  campaignId: string;
  request: QuestionRequest;
  setRequest: (next: QuestionRequest) => void;
  state: State | undefined;
  viewAs: string | undefined;
  isReady: boolean;
  seesAll: boolean;
  /** Fetches the current writer of answers. */
  fetchWriter: () => Promise<string>;
}

const writerOf = (state: State | undefined): string => state?.answers.written_by ?? EXTRACT;

function Questions(props: QuestionsProps) {
  const { campaignId, request, setRequest, state, viewAs, isReady, seesAll, fetchWriter } = props;
  const [text, setText] = useState(request.question);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<Asked>();
  const isWritten = writerOf(state) !== EXTRACT;
  if (isReady && request.question !== '' && request.number !== asked?.number)
    setAsked({ campaign: campaignId, viewAs, isWritten, ...request });
  const outcome = useAnswer(asked, seesAll, fetchWriter);
  const put = (question: string) => {
    writeQuery({ q: question });
    setRequest({ question, number: request.number + 1 });
  };
  const again = () => put(request.question);
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
          autoFocus={request.question === ''}
          description={<AnswerSource state={state} />}
          error={isMissing && text.trim() === '' ? 'Write a question first.' : undefined}
          ref={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={outcome?.status === 'asking' && 'Searching…'}>
          Ask
        </Button>
      </form>
      {outcome && asked && (
        <section aria-label="Answer" aria-busy={outcome.status === 'asking'}>
          {outcome.status === 'asking' && !outcome.partial && (
            <Loading
              label={outcome.isIndexLagging ? 'Search is updating…' : 'Reading your notes…'}
            />
          )}
          {outcome.status === 'asking' && outcome.partial && (
            <Answer
              question={asked.question}
              isStreaming
              {...outcome.partial}
              answer={outcome.partial.parts}
            />
          )}
          {outcome.status === 'answered' && (
            <Answer question={asked.question} {...outcome.answer} />
          )}
          {outcome.status === 'failed' && (
            <LoadError
              error={outcome.error}
              text="Your question was not answered."
              onRetry={again}
            />
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

/** The source of answers, and the data that an external service receives. */
function AnswerSource({ state }: { state: State | undefined }) {
  const writer = writerOf(state);
  const service = state?.answers.sent_to;
  if (writer === EXTRACT) return <>Answers quote your campaign and link to the source.</>;
  return (
    <>
      {writer} writes answers from passages of this campaign, and cites a source for each sentence.
      {service !== undefined && ` Your question and these passages are sent to ${service}.`}
    </>
  );
}
