import type { ReactNode } from 'react';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { isNote, nameOf, type Document } from '../../documents-api/documents-api';
import { canBeEditable, useMakeEditable } from '../../history/versions/use-make-editable';
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

function MakeEditableItem({ document }: { document: Document }) {
  const making = useMakeEditable(document);
  return <MenuItem onClick={() => making.mutate()}>Make editable</MenuItem>;
}

/** Pin and tag items. */
function OrderItems({ document, onAsk }: FileMenuProps) {
  const { pin } = useBulkActs(document.campaign);
  return (
    <>
      <MenuItem onClick={() => onAsk('tags')}>Tags…</MenuItem>
      <MenuItem onClick={() => pin([document], !document.pinned)}>
        {document.pinned ? 'Unpin' : 'Pin to the top'}
      </MenuItem>
    </>
  );
}
