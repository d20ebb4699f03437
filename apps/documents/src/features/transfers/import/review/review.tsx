import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import type { Import, Review as ReviewOfImport } from '../imports-api';
import { counted, countsInWords } from '../import-words';
import { BulkMenu } from './bulk-menu';
import { CommitBar } from './commit-bar';
import { ItemList } from './item-list';
import { ProblemList, UnresolvedList } from './problem-lists';
import {
  canRevealBoxes,
  filterCounts,
  filtered,
  FILTERS,
  hasFolderTag,
  selectedOf,
  withFolderTags,
  type Filter,
} from './review-items';
import { SectionsField } from './sections-field';
import { useReviewItems, useRevise } from './use-review';
import styles from './review.module.css';

interface ReviewProps {
  opened: Import;
  review: ReviewOfImport;
  onCommitted: () => Promise<unknown>;
  onCancel: () => void;
}

/** Proposals of an import, which GMs change before anything is saved. */
export function Review({ opened, review, onCommitted, onCancel }: ReviewProps) {
  const { campaign: campaignId, id } = opened;
  const [filter, setFilter] = useState<Filter>('all');
  const { items, isComplete, error, retry } = useReviewItems(opened);
  const { revise, isRevising } = useRevise(id);
  const shown = filtered(items, filter);
  const boxes = items.filter(canRevealBoxes);
  const folders = withFolderTags(items);
  const hasRows = filter !== 'problems' && filter !== 'unresolved';

  return (
    <section className={styles.review} aria-labelledby="review-heading">
      <div>
        <h2 id="review-heading">{countsInWords(review.counts)}</h2>
        <p className={styles.intro}>
          Nothing is saved yet. Players see nothing of a Spoilers document until you reveal it.
        </p>
      </div>
      {boxes.length > 0 && (
        <Checkbox
          label={`Reveal ${counted(boxes.length, 'note')} with boxes to read aloud to the party`}
          description="Players get these boxes as soon as the import is done. Other text of the notes stays hidden."
          checked={boxes.every((item) => item.reveal_read_aloud)}
          disabled={!isComplete}
          onChange={(event) =>
            revise([{ items: boxes, set: { reveal_read_aloud: event.target.checked } }])
          }
        />
      )}
      {folders.length > 0 && (
        <Checkbox
          label="Folders become tags"
          description={`For ${counted(folders.length, 'document')}, such as #${folders[0]!.folder_tag}.`}
          checked={folders.some(hasFolderTag)}
          disabled={!isComplete}
          onChange={(event) =>
            revise([{ items: folders, set: { folder_tags: event.target.checked } }])
          }
        />
      )}
      <SectionsField id={id} sections={review.sections} />
      <div className={styles.tools}>
        <Filters {...{ review, filter }} onFilter={setFilter} />
        {hasRows && isComplete && shown.length > 0 && (
          <BulkMenu
            label={`Change all ${shown.length.toLocaleString('en')} in this list`}
            items={shown}
            onRevise={revise}
          />
        )}
      </div>
      {filter === 'problems' && <ProblemList review={review} />}
      {filter === 'unresolved' && <UnresolvedList items={shown} />}
      {hasRows && (
        <ItemList key={filter} {...{ campaignId, isComplete }} items={shown} onRevise={revise} />
      )}
      {error && (
        <LoadFailure
          {...detailOrText(error, 'Unable to load the rest of the list.')}
          onRetry={retry}
        />
      )}
      <CommitBar
        id={id}
        selected={isComplete ? selectedOf(items, review.room) : undefined}
        room={review.room}
        isRevising={isRevising}
        onCommitted={onCommitted}
        onCancel={onCancel}
      />
    </section>
  );
}

const LABELS: Record<Filter, string> = {
  all: 'All',
  new: 'New',
  changed: 'Changed',
  problems: 'Problems',
  unresolved: 'Unresolved links',
};

interface FiltersProps {
  review: ReviewOfImport;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Filters with at least one entry. */
function Filters({ review, filter, onFilter }: FiltersProps) {
  const counts = filterCounts(review);
  return (
    <div className={styles.filters} role="group" aria-label="Show">
      {FILTERS.filter((one) => one === 'all' || counts[one] > 0).map((one) => (
        <Button
          key={one}
          variant="quiet"
          size="small"
          className={styles.filter}
          aria-pressed={one === filter}
          onClick={() => onFilter(one)}
        >
          {LABELS[one]} <span className={styles.count}>{counts[one].toLocaleString('en')}</span>
        </Button>
      ))}
    </div>
  );
}
