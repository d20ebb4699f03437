import type { ReactNode } from 'react';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { isNote, nameOf, type Document } from '../../documents-api/documents-api';
import { canBeEditable, useMakeEditable } from '../../history/versions/use-make-editable';
import { useShareOriginal } from '../../history/versions/use-share-original';
import { useGiveFile } from '../../sharing/audiences/mixed-fact';
import { hasHandouts } from '../../sharing/handouts/use-handouts';
import { withheldInWords } from '../../sharing/audiences/of-document';
import { useBulkActs } from '../selection/use-bulk-acts';
import type { FileQuestion } from './file-questions';

interface FileMenuProps {
  document: Document;
  onAsk: (to: FileQuestion) => void;
  /** Menu items before the others. */
  first?: ReactNode;
  /** Menu items after the others. */
  children?: ReactNode;
  /** Progress of a running action. */
  busy?: string | false | undefined;
  tabIndex?: number | undefined;
}

/** Menu of rarely used GM actions. */
export function FileMenu({ document, onAsk, first, busy, tabIndex, children }: FileMenuProps) {
  return (
    <MoreMenu label={`More for ${nameOf(document)}`} busy={busy} tabIndex={tabIndex}>
      {first}
      <OrderItems document={document} onAsk={onAsk} />
      {document.is_spoilers && document.public_title !== undefined && (
        <MenuItem onClick={() => onAsk('public title')}>Title for players…</MenuItem>
      )}
      {hasHandouts(document) && <MenuItem onClick={() => onAsk('handouts')}>Handouts…</MenuItem>}
      {isNote(document) && (
        <MenuItem onClick={() => onAsk('texts')}>Versions of the text…</MenuItem>
      )}
      {document.original && <OriginalItem document={document} />}
      {!isNote(document) && (
        <>
          {canBeEditable(document) && <MakeEditableItem document={document} />}
          <MenuItem onClick={() => onAsk('replace')}>Replace file…</MenuItem>
          <MenuItem onClick={() => onAsk('versions')}>Earlier versions…</MenuItem>
          {withheldInWords(document)?.isFree && <GiveFileItem document={document} />}
        </>
      )}
      {children}
    </MoreMenu>
  );
}

function GiveFileItem({ document }: { document: Document }) {
  const giving = useGiveFile(document);
  return <MenuItem onClick={() => giving.mutate()}>Release file to players</MenuItem>;
}

function OriginalItem({ document }: { document: Document }) {
  const sharing = useShareOriginal(document);
  if (document.original === 'readers')
    return (
      <MenuItem onClick={() => sharing.mutate({ audience: 'gm' })}>
        Stop sharing the original file
      </MenuItem>
    );
  if (document.is_spoilers) return null;
  return (
    <MenuItem onClick={() => sharing.mutate({ audience: 'readers' })}>
      Let readers download the original file
    </MenuItem>
  );
}

function MakeEditableItem({ document }: { document: Document }) {
  const making = useMakeEditable(document);
  return <MenuItem onClick={() => making.mutate()}>Make editable</MenuItem>;
}

/** Category, portrait, alias, tag and pin items. */
function OrderItems({ document, onAsk }: FileMenuProps) {
  const { pin } = useBulkActs(document.campaign);
  return (
    <>
      <MenuItem onClick={() => onAsk('category')}>Category…</MenuItem>
      <MenuItem onClick={() => onAsk('portrait')}>Choose portrait…</MenuItem>
      <MenuItem onClick={() => onAsk('aliases')}>Aliases…</MenuItem>
      <MenuItem onClick={() => onAsk('tags')}>Tags…</MenuItem>
      <MenuItem onClick={() => pin([document], !document.pinned)}>
        {document.pinned ? 'Unpin' : 'Pin to the top'}
      </MenuItem>
    </>
  );
}
