import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import type { Document, Facets } from '../../documents-api/documents-api';
import { isSameTag, isTagged, type TagFolder } from '../tags/tag-tree';
import styles from './library.module.css';

interface FoldersProps {
  documents: readonly Document[];
  /** Counts, if the documents are not all loaded. */
  facets: Facets | undefined;
  folders: readonly TagFolder[];
  /** Whether a GM shares a folder with players; false in the library of players. */
  isShared: (path: string) => boolean;
  /** Path of the open folder; empty for all documents. */
  open: string;
  onOpen: (path: string) => void;
}

/** Folder navigation by tag, if there is room next to the list. */
export function Folders({ documents, facets, folders, isShared, open, onOpen }: FoldersProps) {
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
              {isShared(path) && (
                <>
                  <Drawing shape={iconShapes.eye} />
                  <VisuallyHidden>, seen by players, </VisuallyHidden>
                </>
              )}
              <span className={styles.count}>
                {facets ? countOf(facets, path) : countIn(documents, path)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const countIn = (documents: readonly Document[], path: string): number =>
  path ? documents.filter((one) => isTagged(one, path)).length : documents.length;

const countOf = ({ total, folders }: Facets, path: string): number =>
  path ? (folders.find((one) => isSameTag(one.path, path))?.documents ?? 0) : total;
