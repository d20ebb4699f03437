import { useState } from 'react';
import { displayTitle } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { FormError } from '@tomekeeper/ui/form-error';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { PHONE, useMediaQuery } from '@tomekeeper/ui/media-query';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { passagePath, viewerPath } from '../../../documents-api/viewer-path';
import { momentInWords, timeInWords } from './days';
import {
  capital,
  countedPassages,
  entryWords,
  isTakenBackByShowing,
  openedInWords,
  sentenceOf,
} from './entry-words';
import { renamedTo, useTitleQuestion } from '../../../sharing/reveal/renamed-meanwhile';
import type { Entry } from '../ledger-api';
import { QuotedPassages } from './quoted-passages';
import styles from '../ledger.module.css';
import { useTakeBack, wordsFor } from '../use-ledger';

interface LedgerRowProps {
  campaignId: string;
  entry: Entry;
  /** Name of a member by id; undefined for unknown ids. */
  nameOf: (id: string) => string | undefined;
}

/** One audience change with time, author, passages, and an undo button. */
export function LedgerRow({ campaignId, entry, nameOf }: LedgerRowProps) {
  const { at, by, document, passages, of_document, title, public_title } = entry;
  const words = entryWords(entry, nameOf);
  const opened = openedInWords(entry, nameOf);
  const place = { campaign: campaignId, id: document };
  const name = title ?? 'a permanently deleted document';
  return (
    <li className={styles.entry} data-row="">
      <time className={styles.time} dateTime={at} title={momentInWords(at)}>
        {timeInWords(at)}
      </time>
      <div className={styles.told}>
        <p className={styles.sentence}>
          <span className={styles.verb} data-audience={words.kind}>
            {words.kind && (
              <Drawing shape={words.kind === 'public' ? iconShapes.eye : iconShapes.eyeOff} />
            )}
            {words.verb}
          </span>{' '}
          {words.before}
          <DocumentLink {...{ place, title }} />
          {words.after}
        </p>
        {passages && of_document && (
          <p className={styles.by}>
            {capital(countedPassages(passages.count))} had a different audience
          </p>
        )}
        {passages && passages.count > 0 && !of_document && (
          <QuotedPassages
            isRoving
            passages={passages}
            addressOf={(id) => passagePath(place, id, undefined)}
          />
        )}
        <p className={styles.by}>
          {[
            by && `by ${nameOf(by) ?? 'a former member'}`,
            // Entries about the whole document have no passages to quote.
            passages && public_title && `known to them as “${public_title}”`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {opened && <p className={styles.by}>{opened}</p>}
      </div>
      <TakeBack {...{ campaignId, entry }} sentence={sentenceOf(words, name)} />
    </li>
  );
}

interface DocumentLinkProps {
  place: { campaign: string; id: string };
  /** Absent if the document was deleted permanently. */
  title: string | null | undefined;
}

export function DocumentLink({ place, title }: DocumentLinkProps) {
  const { Link } = useShell().routing;
  if (!title) return <em>a permanently deleted document</em>;
  return (
    <Link className={textLinkClass} to={viewerPath(place, undefined)}>
      <cite className={styles.title}>{displayTitle(title)}</cite>
    </Link>
  );
}

/** Entries that can be undone until another change affects the same passages. */
const TAKEABLE = ['reveal', 'hide'];

interface TakeBackProps {
  campaignId: string;
  entry: Entry;
  sentence: string;
}

function TakeBack({ campaignId, entry, sentence }: TakeBackProps) {
  const takingBack = useTakeBack(campaignId);
  const isPhone = useMediaQuery(PHONE);
  const [isAsking, setAsking] = useState(false);
  const question = useTitleQuestion('Undo');
  const takeBack = (seen: { expectedTitle?: string } = {}) => {
    setAsking(false);
    takingBack.mutate(
      { entry, sentence, ...seen },
      { onError: (error) => question.askIf(error, (expectedTitle) => takeBack({ expectedTitle })) },
    );
  };
  /** Asks for confirmation only if undoing shows more to players, which is irreversible. */
  const press = () => (isTakenBackByShowing(entry) ? setAsking(true) : takeBack());
  const failure = takingBack.error && renamedTo(takingBack.error) === undefined && (
    <div className={styles.failure}>
      <FormError {...wordsFor(takingBack.error)} />
    </div>
  );
  if (!entry.can_take_back)
    return (
      <>
        {TAKEABLE.includes(entry.act) && entry.passages?.count !== 0 && (
          <p className={styles.over} title="There is nothing left to undo.">
            Changed since
          </p>
        )}
        {failure}
      </>
    );
  return (
    <>
      {isPhone ? (
        <div className={styles.takeBack}>
          <MoreMenu label={`More for: ${sentence}`} busy={takingBack.isPending && 'Undoing…'}>
            <MenuItem disabled={takingBack.isPending} onClick={press}>
              Undo
            </MenuItem>
          </MoreMenu>
        </div>
      ) : (
        <Button
          variant="quiet"
          size="small"
          className={styles.takeBack}
          busy={takingBack.isPending && 'Undoing…'}
          aria-label={`Undo: ${sentence}`}
          onClick={press}
        >
          Undo
        </Button>
      )}
      {failure}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Undo this change?"
        description={`${sentence}.`}
        confirm="Undo"
        onConfirm={() => takeBack()}
      >
        <p>Its previous audience sees it again.</p>
      </ConfirmDialog>
      {question.dialog}
    </>
  );
}
