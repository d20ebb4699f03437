import { hintGiven, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/** Something of a document's text changed: the same hint as of any other change of a document. */
export async function emitTextChanged(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
  to: HintAudience,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: document, to });
}
