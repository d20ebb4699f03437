import { useState } from 'react';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { NameFilter } from '@tomekeeper/ui/name-filter';
import { nameOf, type Document } from '../../documents-api';
import { DeleteDialog } from '../delete-document/delete-dialog';
import { RenameDialog } from '../rename-document/rename-dialog';
import { DocumentRow } from './document-row';
import styles from './document-list.module.css';

interface DocumentListProps {
  campaignId: string;
  documents: readonly Document[];
  isOwner: boolean;
  filter: string;
  onFilter: (filter: string) => void;
}

/** The rows, and what their buttons ask. A question stays when its row has gone: it says why. */
export function DocumentList({
  campaignId,
  documents,
  isOwner,
  filter,
  onFilter,
}: DocumentListProps) {
  const [asked, setAsked] = useState<{ to: 'delete' | 'rename'; document: Document }>();
  const close = () => setAsked(undefined);

  return (
    <>
      {documents.length === 0 ? (
        <NoDocuments isOwner={isOwner} />
      ) : (
        <NameFilter
          items={documents}
          nameOf={nameOf}
          noun="document"
          value={filter}
          onChange={onFilter}
        >
          {(found) => (
            <ul role="list" className={styles.list}>
              {found.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  isOwner={isOwner}
                  onDelete={() => setAsked({ to: 'delete', document })}
                  onRename={() => setAsked({ to: 'rename', document })}
                />
              ))}
            </ul>
          )}
        </NameFilter>
      )}
      {asked?.to === 'delete' && (
        <DeleteDialog campaignId={campaignId} document={asked.document} onClose={close} />
      )}
      {asked?.to === 'rename' && (
        <RenameDialog campaignId={campaignId} document={asked.document} onClose={close} />
      )}
    </>
  );
}

function NoDocuments({ isOwner }: { isOwner: boolean }) {
  return (
    <EmptyState title="No documents yet.">
      {isOwner
        ? 'Upload maps, handouts and notes. Players never learn that a document with spoilers exists, until you reveal it.'
        : 'What your game master shares with the table appears here.'}
    </EmptyState>
  );
}
