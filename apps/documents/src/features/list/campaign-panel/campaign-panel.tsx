import { useState } from 'react';
import {
  useKept,
  useShell,
  useViewAs,
  ViewAsProvider,
  type WidgetProps,
} from '@tomekeeper/remote-kit';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Section } from '@tomekeeper/ui/section';
import { Cluster } from '@tomekeeper/ui/stack';
import type { Document } from '../../documents-api/documents-api';
import { Documents } from './documents';
import { BulkUpload } from '../../uploads/bulk-upload/bulk-upload';
import { useFileDrops } from '../../documents-api/page/use-file-drops';
import { NewNote } from '../../editor/new-note/new-note';
import { TrashButton } from '../trash/trash-button';
import { useTrashActs } from '../trash/use-trash-acts';
import { UploadDialog } from '../../uploads/upload/upload-dialog';
import { useListChanges } from '../../documents-api/use-document-list';
import { libraryPath } from '../../documents-api/viewer-path';
import { useSeenOnce } from '../../../use-seen-once';

/** Share of the panel that must be visible before it loads documents. */
const VISIBLE_SHARE = 0.1;
/** Root margin that counts content above the viewport as seen, for scroll restoration further down. */
const SEEN_ABOVE = '1000000px 0px 0px';

/**
 * Documents of a campaign: all for GMs, visible ones for players. 'Upload Document' and 'Delete' are for the owner; a co-GM
 * uploads by file picker or drop, and moves documents to the trash.
 */
export function CampaignPanel({ campaignId, ...who }: WidgetProps['documents.campaign-panel']) {
  const isOwner = who.isOwner;
  const isGm = isOwner || who.role === 'co_gm';
  const role = isOwner ? 'owner' : isGm ? 'co_gm' : 'player';
  const [seen, panel] = useSeenOnce({ threshold: VISIBLE_SHARE, rootMargin: SEEN_ABOVE });
  const [uploading, setUploading] = useState(false);
  const [filter, setFilter] = useKept('document filter');
  const list = useListChanges(campaignId);
  // Prevents the browser from opening a dropped file, for players too.
  useFileDrops();
  const trash = useTrashActs(campaignId);

  const uploaded = async (document: Document) => {
    await list.putFirst(document);
    // Clears the filter, which could hide the new document.
    setFilter('');
    setUploading(false);
    trash.tellUploaded(document);
  };

  return (
    <Section
      ref={panel}
      title="Documents"
      intro={isGm && 'Players see only Public documents.'}
      actions={
        isGm && (
          <Cluster>
            <NewNote campaignId={campaignId} isQuiet />
            {isOwner && (
              <Button
                variant="secondary"
                size="small"
                icon={<Icon name="upload" />}
                onClick={() => setUploading(true)}
              >
                Upload Document
              </Button>
            )}
          </Cluster>
        )
      }
    >
      {isGm && <BulkUpload campaignId={campaignId} />}
      <Documents {...{ campaignId, role, seen, filter }} onFilter={setFilter} />
      {seen && (
        <Cluster>
          <LibraryLink campaignId={campaignId} />
          {isGm && <TrashButton campaignId={campaignId} />}
        </Cluster>
      )}
      {isOwner && uploading && (
        <UploadDialog
          campaignId={campaignId}
          onClose={() => setUploading(false)}
          onUploaded={uploaded}
        />
      )}
    </Section>
  );
}

/** Read-only view of the documents as a player sees them, for GMs. */
export function ViewAsPanel({ campaignId, viewAs }: WidgetProps['documents.view-as-panel']) {
  const [filter, setFilter] = useState('');
  useFileDrops();
  return (
    <ViewAsProvider value={viewAs}>
      <Section title="Documents">
        <Documents {...{ campaignId, filter }} role="player" seen onFilter={setFilter} />
        <Cluster>
          <LibraryLink campaignId={campaignId} />
        </Cluster>
      </Section>
    </ViewAsProvider>
  );
}

function LibraryLink({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  return (
    <Link
      className={buttonClass({ variant: 'quiet', size: 'small' })}
      to={libraryPath(campaignId, useViewAs())}
    >
      Open the library
    </Link>
  );
}
