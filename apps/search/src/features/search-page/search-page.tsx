import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { SEARCH_LIMITS, type LexicalBecause } from '@tomekeeper/contracts-search';
import { useShell, useViewAs, writeQuery } from '@tomekeeper/remote-kit';
import { NoSuchCampaign, useCampaignPage, WithViewAs } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { TextField } from '@tomekeeper/ui/field';
import { askedAgain, isCatchingUp } from '../search-api/catching-up';
import { PageHead } from '../page-head/page-head';
import { useSearchApi, type Filters } from '../search-api/search-api';
import { SeenAs } from '../page-head/seen-as';
import { OnItsWay, Trouble } from '../page-head/trouble';
import { isGm } from '../search-api/use-campaign';
import { useFoundAnew } from '../search-api/use-found-anew';
import { usePaused } from '../search-api/use-paused';
import { useSearchState } from '../search-api/use-search-state';
import { HitList } from '../hits/hit-list';
import { FilterFields } from './filter-fields';
import { NothingFound } from './nothing-found';
import styles from './search-page.module.css';

/** Without a press, once nothing more is typed. */
const PAUSE_MS = 250;

/** `/campaigns/{id}/search?q=`: all that is found in a campaign; with `?as=`, as a player finds it. */
export function SearchPage() {
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      {/* What an address asks for is read once: another address is another question. */}
      <Search key={key} />
    </WithViewAs>
  );
}

function Search() {
  const { routing } = useShell();
  const { campaignId, campaign, error, refetch, isUnknown, title } = useCampaignPage({
    title: 'Search',
    unknown: 'This campaign is not here.',
  });
  const asked = new URLSearchParams(routing.useLocation().search);
  const [text, setText] = useState(() =>
    (asked.get('q') ?? '').slice(0, SEARCH_LIMITS.queryLength),
  );
  const [filters, setFilters] = useState<Filters>(() => ({
    kind: asked.get('kind') ?? undefined,
    tag: asked.get('tag') ?? undefined,
    audience: asked.get('audience') ?? undefined,
  }));
  const viewAs = useViewAs();
  const paused = usePaused(text.trim(), PAUSE_MS);
  // What was asked by a press is looked for at once.
  const [pressed, setPressed] = useState<string>();
  const q = pressed === text.trim() ? pressed : paused;
  useEffect(() => writeQuery({ q, ...filters }), [q, filters]);

  if (isUnknown)
    return (
      <>
        <h1>{title}</h1>
        <NoSuchCampaign />
      </>
    );
  const isOwnGm = isGm(campaign) && viewAs === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(text.trim());
  };
  return (
    <div className={styles.page}>
      <PageHead {...{ campaignId, title, q }} page="search" />
      <SeenAs campaignId={campaignId} query={{ q, ...filters }} />
      <form role="search" className={styles.form} onSubmit={submit}>
        <TextField
          label="Look for"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_LIMITS.queryLength}
          autoFocus={text === ''}
          description={
            <>
              Words, “phrases” in quotes, and <code>-word</code> for what must not be there.
            </>
          }
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isOwnGm && (
          <FilterFields campaignId={campaignId} filters={filters} onFilters={setFilters} />
        )}
      </form>
      {error && !campaign ? (
        <Trouble
          error={error}
          text="Unable to load this campaign."
          onRetry={() => void refetch()}
        />
      ) : (
        q !== '' && (
          <Results
            {...{ campaignId, q, filters }}
            campaignTitle={campaign?.title}
            onAsk={(next, nextFilters) => {
              setText(next);
              setPressed(next.trim());
              setFilters(nextFilters);
            }}
          />
        )
      )}
    </div>
  );
}

interface ResultsProps {
  campaignId: string;
  campaignTitle: string | undefined;
  q: string;
  filters: Filters;
  onAsk: (q: string, filters: Filters) => void;
}

function Results({ campaignId, campaignTitle, q, filters, onAsk }: ResultsProps) {
  const api = useSearchApi();
  const viewAs = useViewAs();
  const [wanted, setWanted] = useState<{ q: string; limit: number }>();
  const limit = wanted?.q === q ? wanted.limit : SEARCH_LIMITS.hitsByDefault;
  const queryKey = ['found', campaignId, viewAs, q, filters, limit];
  useFoundAnew(campaignId, queryKey);
  const { data, error, failureReason, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.find({ q, campaign: campaignId, limit, ...filters }, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    ...askedAgain,
  });
  if (error)
    return <Trouble error={error} text="Search did not answer." onRetry={() => void refetch()} />;
  // What was found before may hold what is being taken away.
  if (!data || isCatchingUp(failureReason) || (isPlaceholderData && failureReason))
    return <OnItsWay failure={failureReason} words="Looking…" />;
  const { hits, did_you_mean: meant } = data;
  const isAll = hits.length < limit;
  return (
    <section aria-label="Results" aria-busy={isPlaceholderData}>
      {meant !== undefined && (
        <p className={styles.meant}>
          Did you mean{' '}
          <button type="button" className={styles.inline} onClick={() => onAsk(meant, filters)}>
            {meant}
          </button>
          ?
        </p>
      )}
      <p role="status" className={styles.count}>
        {hits.length > 0 && !isPlaceholderData && countInWords(hits.length, isAll)}
      </p>
      {hits.length > 0 ? (
        <>
          <HitList hits={hits} label={`Found for “${q}”`} />
          {!isAll && limit < SEARCH_LIMITS.hits && (
            <Button variant="secondary" onClick={() => setWanted({ q, limit: SEARCH_LIMITS.hits })}>
              Show more
            </Button>
          )}
        </>
      ) : (
        <NothingFound {...{ campaignId, campaignTitle, q, filters, onAsk }} found={data} />
      )}
      <How campaignId={campaignId} />
    </section>
  );
}

function countInWords(count: number, isAll: boolean): string {
  if (!isAll) return `The best ${count} results`;
  return count === 1 ? '1 result' : `${count} results`;
}

/** How it was looked for, where that is less than it could be. */
function How({ campaignId }: { campaignId: string }) {
  const { data } = useSearchState(campaignId);
  const because = data?.lexical_because;
  const { read = 0, passages = 0 } = data?.meaning ?? {};
  if (because === 'model_behind' && read > 0)
    return (
      <p className={styles.how}>
        Found by words in all of it, and by meaning in the {read.toLocaleString('en')} of{' '}
        {passages.toLocaleString('en')} passages that were read for it so far.
      </p>
    );
  return because ? <p className={styles.how}>{BY_WORDS_ALONE[because]}</p> : null;
}

const BY_WORDS_ALONE: Record<LexicalBecause, string> = {
  no_model: 'Found by words alone: this installation does not look for meaning.',
  kept_back:
    'Found by words alone: the GMs let no outside service read this campaign for its meaning.',
  model_down: 'Found by words alone: what looks for meaning does not answer right now.',
  model_behind: 'Found by words alone: not all of this campaign has been read for meaning yet.',
};
