import type { Document } from '../../documents-api/documents-api';
import { HandoutsDialog } from '../../sharing/handouts/handouts-dialog';
import { PortraitDialog } from './portrait-dialog';

/** Handouts of a document, each with a portrait of its own. */
export function HandoutsWithPortraits(props: { document: Document; onClose: () => void }) {
  return <HandoutsDialog {...props} PortraitDialog={PortraitDialog} />;
}
