import { hintGiven, type HintAudience } from '@tomekeeper/contracts-live';
import type { Transaction } from '@tomekeeper/persistence';

/** The text of a document changed: emits the same event as any other change of a document. */
export async function emitTextChanged(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
  to: HintAudience,
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: document, to });
}
