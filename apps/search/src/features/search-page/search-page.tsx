import { useEffect, useState, type FormEvent } from 'react';
import { SEARCH_LIMITS, type LexicalBecause } from '@tomekeeper/contracts-search';
import { useShell, useViewAs, writeQuery } from '@tomekeeper/remote-kit';
import { NoSuchCampaign, useCampaignPage, WithViewAs } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { useDebounced } from '@tomekeeper/ui/debounced';
import { TextField } from '@tomekeeper/ui/field';
import { PageHead } from '../page-head/page-head';
import { Loading, LoadError } from '../page-head/load-error';
import { ViewAsBanner } from '../page-head/view-as-banner';
import type { Filters, Hit } from '../search-api/search-api';
import { isGm } from '../search-api/use-campaigns';
import { isIndexLagging, useSearch } from '../search-api/use-search';
import { useSearchState } from '../search-api/use-search-state';
import { groupByDocument, HitsByDocument } from '../hits/hits-by-document';
import { SessionList } from '../sessions/session-list';
import { FilterFields } from './filter-fields';
import { EmptyResults } from './empty-results';
import styles from './search-page.module.css';

const DEBOUNCE_MS = 250;

/** `/campaigns/{id}/search?q=`, with `?as=` as seen by a player. */
export function SearchPage() {
  const { key } = useShell().routing.useLocation();
  return (
    <WithViewAs>
      {/* Query and filters are initial values: another address needs another instance. */}
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
  const address = new URLSearchParams(routing.useLocation().search);
  const [text, setText] = useState(() =>
    (address.get('q') ?? '').slice(0, SEARCH_LIMITS.queryLength),
  );
  const [filters, setFilters] = useState<Filters>(() => ({
    kind: address.get('kind') ?? undefined,
    tag: address.get('tag') ?? undefined,
    audience: address.get('audience') ?? undefined,
  }));
  const viewAs = useViewAs();
  const debounced = useDebounced(text.trim(), DEBOUNCE_MS);
  // A submitted query skips the debounce.
  const [submitted, setSubmitted] = useState<string>();
  const q = submitted === text.trim() ? submitted : debounced;
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
    setSubmitted(text.trim());
  };
  return (
    <div className={styles.page}>
      <PageHead {...{ campaignId, title, q }} page="search" />
      <ViewAsBanner campaignId={campaignId} query={{ q, ...filters }} />
      <form role="search" className={styles.form} onSubmit={submit}>
        <TextField
          label="Search for"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_LIMITS.queryLength}
          autoFocus={text === ''}
          description={
            <>
              Use “quotes” for phrases, and <code>-word</code> to exclude a word.
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
        <LoadError
          error={error}
          text="Unable to load this campaign."
          onRetry={() => void refetch()}
        />
      ) : (
        q !== '' && (
          // Filters may appear above the results as long as the campaign is unknown.
          <div className={campaign ? undefined : styles.unplaced}>
            <Results
              {...{ campaignId, q, filters }}
              campaignTitle={campaign?.title}
              onSearch={(next, nextFilters) => {
                setText(next);
                setSubmitted(next.trim());
                setFilters(nextFilters);
              }}
            />
          </div>
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
  onSearch: (q: string, filters: Filters) => void;
}

function Results({ campaignId, campaignTitle, q, filters, onSearch }: ResultsProps) {
  const [more, setMore] = useState<{ q: string; limit: number }>();
  const limit = more?.q === q ? more.limit : SEARCH_LIMITS.hitsByDefault;
  const { data, error, failureReason, isPlaceholderData, refetch } = useSearch({
    q,
    campaign: campaignId,
    limit,
    ...filters,
  });
  if (error)
    return <LoadError error={error} text="Search is unavailable." onRetry={() => void refetch()} />;
  // Earlier results may contain a passage that is being revoked.
  if (!data || isIndexLagging(failureReason) || (isPlaceholderData && failureReason))
    return <Loading failure={failureReason} label="Searching…" />;
  const { hits, did_you_mean: meant, sessions, asked_about: askedAbout } = data;
  const isAll = hits.length < limit;
  return (
    <section aria-label="Results" aria-busy={isPlaceholderData}>
      {meant !== undefined && !sessions?.length && (
        <p className={styles.meant}>
          Did you mean{' '}
          <button type="button" className={styles.inline} onClick={() => onSearch(meant, filters)}>
            {meant}
          </button>
          ?
        </p>
      )}
      {sessions && <SessionList {...{ sessions, askedAbout }} />}
      <p role="status" className={styles.count}>
        {!isPlaceholderData && countText(sessions?.length ?? 0, hits, isAll)}
      </p>
      {hits.length > 0 ? (
        <>
          <HitsByDocument hits={hits} label={`Results for “${q}”`} />
          {!isAll && limit < SEARCH_LIMITS.hits && (
            <Button variant="secondary" onClick={() => setMore({ q, limit: SEARCH_LIMITS.hits })}>
              Show more
            </Button>
          )}
        </>
      ) : (
        // A session is a result, too.
        !sessions?.length && (
          <EmptyResults {...{ campaignId, campaignTitle, q, filters, onSearch }} results={data} />
        )
      )}
      <SearchModeNote campaignId={campaignId} />
    </section>
  );
}

/** Numbers of sessions and hits; empty without any. */
function countText(sessions: number, hits: readonly Hit[], isAll: boolean): string {
  const count = hits.length;
  const documents = groupByDocument(hits).length;
  const places =
    documents < count ? ` in ${documents === 1 ? '1 document' : `${documents} documents`}` : '';
  const results = count === 1 ? '1 result' : `${isAll ? '' : 'top '}${count} results${places}`;
  const parts = [
    sessions > 0 && (sessions === 1 ? '1 session' : `${sessions} sessions`),
    count > 0 && results,
  ].filter((part) => part !== false);
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Explains why semantic search is off or incomplete. */
function SearchModeNote({ campaignId }: { campaignId: string }) {
  const { data } = useSearchState(campaignId);
  const because = data?.lexical_because;
  const { read = 0, passages = 0 } = data?.meaning ?? {};
  if (because === 'model_behind' && read > 0)
    return (
      <p className={styles.how}>
        Semantic search covers {read.toLocaleString('en')} of {passages.toLocaleString('en')}{' '}
        passages so far.
      </p>
    );
  return because ? <p className={styles.how}>{LEXICAL_BECAUSE[because]}</p> : null;
}

const LEXICAL_BECAUSE: Record<LexicalBecause, string> = {
  no_model: 'Words only: semantic search is not set up on this server.',
  kept_back: 'Words only: the GMs do not allow external models to read this campaign.',
  model_down: 'Words only: semantic search is unavailable right now.',
  model_behind: 'Words only: semantic search is still processing this campaign.',
};
