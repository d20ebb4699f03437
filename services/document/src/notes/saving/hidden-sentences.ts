import type { Transaction } from '@tomekeeper/persistence';
import { GM_CLASS } from '@tomekeeper/visibility';
import { sentencesOfHiddenSources } from '../../passages/recaps/recap-sources';
import type { Merged } from './merge';

/**
 * A deleted sentence of a recap keeps its last audience while its source is hidden: passages that take back such a sentence, or its
 * words, become GM only.
 */
export async function withoutHiddenSentences(
  tx: Transaction,
  { document, living }: { document: string; living: readonly { id: string }[] },
  merged: Merged,
): Promise<Merged> {
  if (merged.puts.size === 0) return merged;
  const hidden = await sentencesOfHiddenSources(tx, document);
  for (const { id } of living) hidden.delete(id);
  if (hidden.size === 0) return merged;
  const puts = [...merged.puts].map(([id, put]) => {
    const takesBack = [id, ...(merged.namedSources?.get(id) ?? [])].some((one) => hidden.has(one));
    return [id, takesBack ? { ...put, audience_class: GM_CLASS } : put] as const;
  });
  return { ...merged, puts: new Map(puts) };
}
