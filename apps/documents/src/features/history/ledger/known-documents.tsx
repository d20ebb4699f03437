import { detailOrText } from '@tomekeeper/api-client';
import { displayTitle } from '@tomekeeper/contracts-document';
import { PARTY, useShell } from '@tomekeeper/remote-kit';
import { type CampaignFacts, nameOfPerson, playersOf } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { SelectField, TextField } from '@tomekeeper/ui/field';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { libraryPath, passagePath, viewerPath } from '../../documents-api/viewer-path';
import { momentInWords } from './entries/days';
import { capital, countedPassages } from './entries/entry-words';
import { type ClosedSession, useClosedSessions } from './closed-sessions';
import type { Asked, Known } from './ledger-api';
import { QuotedPassages } from './entries/quoted-passages';
import styles from './ledger.module.css';
import { LoadMore } from './load-more';
import { useKnown } from './use-ledger';

interface KnownDocumentsProps {
  campaignId: string;
  campaign: CampaignFacts;
  asked: Asked;
  onAsk: (player: string, asOf: string | undefined) => void;
}

/** Documents visible to the party or a player, now or at a point in time. */
export function KnownDocuments({ campaignId, campaign, asked, onAsk }: KnownDocumentsProps) {
  const { Link } = useShell().routing;
  const { player, asOf } = asked;
  const who = player === PARTY ? 'the party' : (nameOfPerson(campaign, player) ?? 'this player');
  return (
    <>
      <div className={styles.fields} role="search" aria-label="Players and day">
        <SelectField
          label="Who"
          options={[
            { value: PARTY, label: 'The party' },
            ...playersOf(campaign).map((id) => ({
              value: id,
              label: nameOfPerson(campaign, id) ?? id,
            })),
          ]}
          value={player}
          onChange={(player) => onAsk(player, asOf)}
        />
        <SessionField {...{ campaignId, asOf }} onChange={(asOf) => onAsk(player, asOf)} />
        <TextField
          label="As of"
          optional
          type="datetime-local"
          max={localMoment(new Date())}
          value={asOf ? localMoment(new Date(asOf)) : ''}
          onChange={({ target }) => onAsk(player, momentOf(target.value))}
        />
        {asOf && (
          <Button variant="quiet" size="small" onClick={() => onAsk(player, undefined)}>
            Now
          </Button>
        )}
      </div>
      <h2 className={styles.dayHeading}>
        {asOf ? `Known to ${who} on ${momentInWords(asOf)}` : `Known to ${who} now`}
      </h2>
      {!asOf && (
        <p className={styles.eyes}>
          <Link className={textLinkClass} to={libraryPath(campaignId, player)}>
            See the library as {who} does
          </Link>
        </p>
      )}
      <Listed key={`${player} ${asOf}`} {...{ campaignId, asked, who }} />
    </>
  );
}

interface SessionFieldProps {
  campaignId: string;
  asOf: string | undefined;
  onChange: (asOf: string | undefined) => void;
}

const ANY_TIME = 'any';

/** Selects the end of a session as the point in time. Hidden without closed sessions. */
function SessionField({ campaignId, asOf, onChange }: SessionFieldProps) {
  const sessions = useClosedSessions(campaignId);
  if (sessions.length === 0) return null;
  const isEnd = ({ closedAt }: ClosedSession) =>
    asOf !== undefined && Date.parse(closedAt) === Date.parse(asOf);
  return (
    <SelectField
      label="Session"
      options={[
        { value: ANY_TIME, label: 'Any time' },
        ...sessions.map(({ id, number }) => ({ value: id, label: `After session ${number}` })),
      ]}
      value={sessions.find(isEnd)?.id ?? ANY_TIME}
      onChange={(chosen) => onChange(sessions.find(({ id }) => id === chosen)?.closedAt)}
    />
  );
}

interface ListedProps extends Pick<KnownDocumentsProps, 'campaignId' | 'asked'> {
  who: string;
}

function Listed({ campaignId, asked, who }: ListedProps) {
  const list = useKnown(campaignId, asked);
  const { known, error } = list;
  if (!known)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load their documents.')}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <Skeleton label="Loading what they know…" shape="rows" count={4} />
    );
  if (known.length === 0)
    return (
      <EmptyState title={`${capital(who)} ${asked.asOf ? 'knew' : 'knows'} nothing yet.`}>
        Documents that you upload as Public or reveal appear here.
      </EmptyState>
    );
  return (
    <>
      <ul role="list" className={styles.entries} onKeyDown={(event) => moveRowFocus(event)}>
        {known.map((one) => (
          <KnownRow
            key={one.handout ?? one.document}
            {...{ campaignId, one }}
            isPast={asked.asOf !== undefined}
          />
        ))}
      </ul>
      <LoadMore list={list} failure="Unable to load the rest." label="Show more" />
    </>
  );
}

interface KnownRowProps {
  campaignId: string;
  one: Known;
  /** Whether the list shows the past, so documents may be deleted or hidden by now. */
  isPast: boolean;
}

function KnownRow({ campaignId, one, isPast }: KnownRowProps) {
  const { Link } = useShell().routing;
  const { title, public_title, since, whole, passages } = one;
  const place = { campaign: campaignId, id: one.document };
  return (
    <li className={styles.known} data-row="">
      <p className={styles.sentence}>
        {title ? (
          <Link className={textLinkClass} to={viewerPath(place, undefined)}>
            <cite className={styles.title}>{displayTitle(title)}</cite>
          </Link>
        ) : (
          <em>A permanently deleted document</em>
        )}
      </p>
      <p className={styles.by}>
        {howMuch(whole, passages.count)} · since{' '}
        <time dateTime={since}>{momentInWords(since)}</time>
        {public_title && public_title !== title && ` · known to them as “${public_title}”`}
      </p>
      {!whole && (
        <QuotedPassages
          isRoving
          passages={passages}
          addressOf={(id) => passagePath(place, id, undefined)}
        />
      )}
      {isPast && !whole && passages.first.length < passages.count && (
        <p className={styles.by}>Passages changed since then are shown in their current version.</p>
      )}
    </li>
  );
}

function howMuch(isWhole: boolean, count: number): string {
  if (isWhole) return count > 0 ? `All of it, ${countedPassages(count)}` : 'All of it';
  return capital(countedPassages(count));
}

/** Local date and time in the format of a `datetime-local` field: 2026-11-24T20:14. */
function localMoment(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function momentOf(typed: string): string | undefined {
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
