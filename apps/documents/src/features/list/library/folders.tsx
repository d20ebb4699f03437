import { classNames } from '@tomekeeper/ui/class-names';
import type { Document } from '../../documents-api/documents-api';
import { isTagged, type TagFolder } from '../tags/tag-tree';
import styles from './library.module.css';

interface FoldersProps {
  documents: readonly Document[];
  folders: readonly TagFolder[];
  /** The path of the open one; empty for all. */
  open: string;
  onOpen: (path: string) => void;
}

/** Tags as folders, where there is room for them beside the list. */
export function Folders({ documents, folders, open, onOpen }: FoldersProps) {
  const all = { path: '', name: 'All documents', depth: 0 };
  return (
    <nav className={styles.folders} aria-label="Folders">
      <ul role="list">
        {[all, ...folders].map(({ path, name, depth }) => (
          <li key={path}>
            <button
              type="button"
              className={classNames(styles.folder, path === open && styles.open)}
              style={{ paddingInlineStart: `${0.75 + depth}rem` }}
              aria-current={path === open || undefined}
              onClick={() => onOpen(path)}
            >
              <span className={styles.folderName}>{name}</span>
              <span className={styles.count}>
                {path ? documents.filter((one) => isTagged(one, path)).length : documents.length}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
