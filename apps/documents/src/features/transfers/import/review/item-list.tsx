import { useEffect, useState } from 'react';
import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import { useSeenOnce } from '../../../../use-seen-once';
import type { ImportItem } from '../imports-api';
import { counted } from '../import-words';
import { BulkMenu } from './bulk-menu';
import { ItemRow } from './item-row';
import { byFolder, firstRows, isIncluded, type Folder, type Revision } from './review-items';
import styles from './review.module.css';

interface ItemListProps {
  campaignId: string;
  items: readonly ImportItem[];
  /** Whether all items are loaded, so that a bulk change covers its whole folder. */
  isComplete: boolean;
  onRevise: (revisions: readonly Revision[]) => void;
}

/** Items by folder. Renders further rows while the reader scrolls. */
export function ItemList({ items, ...rest }: ItemListProps) {
  const [limit, setLimit] = useState<number>(IMPORT_LIMITS.page);
  const folders = firstRows(byFolder(items), limit);
  return (
    <div className={styles.folders}>
      {folders.map(({ folder, rows }) => (
        <FolderItems key={folder.path} {...rest} folder={folder} rows={rows} />
      ))}
      {limit < items.length && (
        <MoreRows key={limit} onSeen={() => setLimit(limit + IMPORT_LIMITS.page)} />
      )}
    </div>
  );
}

interface FolderItemsProps extends Omit<ItemListProps, 'items'> {
  folder: Folder;
  /** Rendered items. */
  rows: readonly ImportItem[];
}

function FolderItems({ campaignId, folder, rows, isComplete, onRevise }: FolderItemsProps) {
  const name = folder.path || 'Outside of folders';
  const included = folder.items.filter(isIncluded).length;
  return (
    <section className={styles.folder} aria-label={name}>
      <div className={styles.folderTop}>
        <h3 className={styles.folderName}>{name}</h3>
        <span className={styles.count}>
          {included === folder.items.length
            ? counted(included, 'document')
            : `${included.toLocaleString('en')} of ${counted(folder.items.length, 'document')}`}
        </span>
        {isComplete && (
          <BulkMenu label={`Change all in ${name}`} items={folder.items} onRevise={onRevise} />
        )}
      </div>
      <ul role="list" className={styles.list}>
        {rows.map((item) => (
          <ItemRow key={item.number} {...{ campaignId, item, onRevise }} />
        ))}
      </ul>
    </section>
  );
}

function MoreRows({ onSeen }: { onSeen: () => void }) {
  const [isSeen, watch] = useSeenOnce({ rootMargin: '1200px 0px' });
  useEffect(() => {
    if (isSeen) onSeen();
  }, [isSeen, onSeen]);
  return <div ref={watch} className={styles.more} />;
}
