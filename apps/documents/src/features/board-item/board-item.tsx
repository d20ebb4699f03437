import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell, type WidgetProps } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { Audience, AudienceMark } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { LongText } from '@tomekeeper/ui/long-text';
import { Cluster } from '@tomekeeper/ui/stack';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { audienceOfPassage } from '@tomekeeper/visibility';
import { titleOf, type Document } from '../documents-api/documents-api';
import { usePassagesApi, type Passage } from '../documents-api/passages-api';
import { isGone, useDocument } from '../documents-api/use-document-list';
import { passagePath, viewerPath } from '../documents-api/viewer-path';
import { Thumbnail, ThumbnailsOf } from '../list/thumbnail/thumbnail';
import { audienceInWords } from '../sharing/audiences/audience-text';
import { useAudienceChange } from '../sharing/audiences/use-audience-change';
import { useShowNow } from '../sharing/show-now/show-button';
import { useIsShown, useStopShow } from '../sharing/show-now/use-temporary-show';
import { useSeenOnce } from '../../use-seen-once';
import { BoardItemSkeleton } from './board-item-skeleton';
import styles from './board-item.module.css';

type BoardItemProps = WidgetProps['documents.board-item'];

/** Distance below the viewport at which an item loads. */
const AHEAD = '400px';

/**
 * A document, picture or passage on a GM's board. Items load when they are near the viewport.
 */
export function BoardItem(props: BoardItemProps) {
  const { campaignId, document: id, onRemove } = props;
  const [isNear, place] = useSeenOnce({ rootMargin: AHEAD });
  const { data: document, isMissing, error, refetch } = useDocument(campaignId, id, isNear);
  return (
    <div ref={place} className={styles.item}>
      {document ? (
        <Found {...props} of={document} />
      ) : isMissing ? (
        <Missing what="document" onRemove={onRemove} />
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Unable to load the document.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <BoardItemSkeleton />
      )}
    </div>
  );
}

type FoundProps = BoardItemProps & { of: Document };

function Found({ passage, isPicture, ...props }: FoundProps) {
  if (passage !== undefined) return <PassageItem {...props} passage={passage} />;
  return <DocumentItem {...props} isPicture={isPicture} />;
}

function DocumentItem({ campaignId, isPicture, of }: FoundProps) {
  const showing = useShowNow(of);
  const title = titleOf(of);
  return (
    <>
      <Head title={title} to={viewerPath(of, undefined)}>
        <Audience kind={of.is_spoilers ? 'spoilers' : 'public'} />
      </Head>
      {isPicture && (
        <ThumbnailsOf campaignId={campaignId}>
          <div className={styles.picture}>
            <Thumbnail document={of} isLarge isOwnPicture />
          </div>
        </ThumbnailsOf>
      )}
      <ShowButtons
        {...{ title }}
        isHidden={of.is_spoilers}
        isShown={showing.isShown}
        busy={showing.busy}
        onShow={showing.show}
        onStop={showing.run}
      />
      {showing.dialog}
    </>
  );
}

function PassageItem({
  campaignId,
  people,
  passage: id,
  of,
  onRemove,
}: FoundProps & { passage: string }) {
  const api = usePassagesApi(of.id);
  const queryKey = ['board passage', of.id, id];
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { passages } = await api.passages({ around: id }, 1, signal);
      return passages.find((one) => one.id === id) ?? null;
    },
    gcTime: 0,
  });
  if (data === null || isGone(error)) return <Missing what="passage" onRemove={onRemove} />;
  if (data)
    return <ShownPassage {...{ people, of }} passage={data} onChanged={() => void refetch()} />;
  if (error)
    return (
      <LoadFailure
        {...detailOrText(error, 'Unable to load the passage.')}
        onRetry={() => void refetch()}
      />
    );
  return <BoardItemSkeleton />;
}

interface ShownPassageProps extends Pick<FoundProps, 'people' | 'of'> {
  passage: Passage;
  onChanged: () => void;
}

function ShownPassage({ people, of, passage, onChanged }: ShownPassageProps) {
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? undefined;
  const { change, isPending, dialog } = useAudienceChange(of, { nameOf, onChanged });
  const isShown = useIsShown(of);
  const stop = useStopShow(of);
  const audience = audienceOfPassage(passage, of);
  const title = titleOf(of);
  const { id, text } = passage;
  const show = (startsKept: boolean) =>
    change({
      ...{ to: 'show', passages: [id], words: text },
      ...{ isHidden: audience.kind !== 'party', startsKept },
    });
  return (
    <>
      <Head title={title} to={passagePath(of, id, undefined)}>
        <AudienceMark kind={audience.kind} words={audienceInWords(audience, nameOf)} />
      </Head>
      <LongText text={text || 'A passage without text.'} />
      <ShowButtons
        title={`a passage of ${title}`}
        isHidden={audience.kind !== 'party'}
        isShown={isShown}
        busy={(isPending && 'Showing…') || (stop.isPending && 'Stopping…')}
        onShow={show}
        onStop={stop.run}
      />
      {dialog}
    </>
  );
}

function Head({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  const { Link } = useShell().routing;
  return (
    <Cluster gap={2}>
      <Link className={textLinkClass} to={to}>
        <bdi>{title}</bdi>
      </Link>
      {children}
    </Cluster>
  );
}

interface ShowButtonsProps {
  /** Names the item in labels. */
  title: string;
  isHidden: boolean;
  isShown: boolean;
  busy: string | false;
  onShow: (startsKept: boolean) => void;
  onStop: () => void;
}

/** Content for the whole party has no temporary show. The button that starts one stops it, and so keeps the focus. */
function ShowButtons({ title, isHidden, isShown, busy, onShow, onStop }: ShowButtonsProps) {
  const button = (key: string, words: string, run: () => void) => (
    <Button
      key={key}
      variant="secondary"
      size="small"
      aria-label={`${busy || words}: ${title}`}
      busy={busy}
      onClick={run}
    >
      {words}
    </Button>
  );
  if (isShown) return <Cluster gap={2}>{button('temporary', 'Stop showing', onStop)}</Cluster>;
  return (
    <Cluster gap={2}>
      {button('kept', 'Show', () => onShow(true))}
      {isHidden && button('temporary', 'Show without keeping', () => onShow(false))}
    </Cluster>
  );
}

function Missing({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <>
      <p className={styles.missing}>This {what} was deleted, or you cannot see it.</p>
      <Button variant="secondary" size="small" onClick={onRemove}>
        Remove from the board
      </Button>
    </>
  );
}
