import type { Document } from '../../documents-api/documents-api';
import { HandoutsDialog } from '../../sharing/handouts/handouts-dialog';
import { PortraitDialog } from './portrait-dialog';

/** Handouts of a document, each with its portrait. */
export function HandoutsWithPortraits(props: { document: Document; onClose: () => void }) {
  return <HandoutsDialog {...props} PortraitDialog={PortraitDialog} />;
}
