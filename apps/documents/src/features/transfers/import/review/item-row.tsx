import { memo, useId, useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Audience } from '@tomekeeper/ui/audience';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { fileSize } from '@tomekeeper/ui/file-input';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { categoryInWords } from '../../../documents-api/display/category';
import { viewerPath } from '../../../documents-api/viewer-path';
import type { ImportItem } from '../imports-api';
import { counted, markOf } from '../import-words';
import { ItemFields } from './item-fields';
import { inclusionOf, isIncluded, isNew, isSelectable, type Revision } from './review-items';
import styles from './review.module.css';

interface ItemRowProps {
  campaignId: string;
  item: ImportItem;
  onRevise: (revisions: readonly Revision[]) => void;
}

/** A proposed document: whether it is imported, its facts, and its fields once opened. */
export const ItemRow = memo(function ItemRow({ campaignId, item, onRevise }: ItemRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const change = (set: Revision['set']) => onRevise([{ items: [item], set }]);
  const mark = markOf(item);

  return (
    <li className={styles.item} data-included={isIncluded(item)}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Import ${item.title}`}
        aria-describedby={mark && `${id}-mark`}
        checked={isIncluded(item)}
        disabled={!isSelectable(item)}
        onChange={(event) => onRevise(inclusionOf([item], event.target.checked))}
      />
      <div className={styles.words}>
        <div className={styles.top}>
          <button
            ref={opener}
            type="button"
            className={styles.title}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={styles.name}>{item.title}</span>
            <Drawing shape={iconShapes.pencil} />
            <VisuallyHidden>, change</VisuallyHidden>
          </button>
          {isNew(item) && <Audience kind={item.is_spoilers ? 'spoilers' : 'public'} />}
        </div>
        <p className={styles.facts}>{factsOf(item).join(' · ')}</p>
        {mark && (
          <p className={styles.mark} id={`${id}-mark`}>
            {mark}
          </p>
        )}
        {item.since_import === 'edited' && <KeepOrReplace {...{ item }} onChange={change} />}
        <SameTitle {...{ campaignId, item }} />
        {isOpen && (
          <ItemFields
            item={item}
            onChange={change}
            onClose={() => {
              setIsOpen(false);
              opener.current?.focus();
            }}
          />
        )}
      </div>
    </li>
  );
});

/** Category, tags and counts of an item. */
function factsOf(item: ImportItem): string[] {
  const { passages, gm_passages = 0, read_aloud = 0, size, tags } = item;
  return [
    ...(isNew(item) ? [categoryInWords(item.category), ...tags.map((tag) => `#${tag}`)] : []),
    passages === undefined ? undefined : counted(passages, 'passage'),
    gm_passages > 0 ? `${gm_passages.toLocaleString('en')} GM only` : undefined,
    read_aloud > 0 ? counted(read_aloud, 'box', 'boxes') + ' to read aloud' : undefined,
    item.reveal_read_aloud ? 'boxes revealed to the party' : undefined,
    size === undefined ? undefined : fileSize(size),
  ].filter((fact) => fact !== undefined);
}

const CHOICES = [
  { action: 'skip', label: 'Keep the document here' },
  { action: 'replace', label: 'Replace with the source' },
] as const;

function KeepOrReplace({
  item,
  onChange,
}: {
  item: ImportItem;
  onChange: (set: Revision['set']) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>
        <VisuallyHidden>{item.title}</VisuallyHidden>
      </legend>
      {CHOICES.map(({ action, label }) => (
        <label key={action} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={isIncluded(item) === (action === 'replace')}
            onChange={() => onChange({ action })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Link to a document of the campaign with the same title, in another tab, so that the review stays. */
function SameTitle({
  campaignId,
  item: { same_title },
}: Pick<ItemRowProps, 'campaignId' | 'item'>) {
  const { Link } = useShell().routing;
  if (!same_title) return null;
  return (
    <p className={styles.mark}>
      Same title as{' '}
      <Link
        className={textLinkClass}
        target="_blank"
        to={viewerPath({ campaign: campaignId, id: same_title.id }, undefined)}
      >
        {same_title.title}
      </Link>
    </p>
  );
}
