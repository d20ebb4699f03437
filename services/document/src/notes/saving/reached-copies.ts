import { GM_CLASS, type AudienceClass } from '@tomekeeper/visibility';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import { isCopied } from '../../passages/handouts/copy-rule';

// Predicts which copies of a passage handout-passages.ts will update, before the save.

/** A copy of a passage in a handout that some player sees. */
export interface VisibleCopy {
  handout: string;
  audience_class: AudienceClass;
}

/** By passage of the source. */
export type VisibleCopies = ReadonlyMap<string, readonly VisibleCopy[]>;

/** A written passage, and its state before the save. */
interface Written {
  written: StoredPassage;
  before: StoredPassage | undefined;
  audience_class: AudienceClass;
  classBefore: AudienceClass;
}

/**
 * Classes of the handouts that get the text of a written passage: a handout gets it if all sources have copies of the
 * same class there.
 * @param sources undefined if uncertain: the passage then leaves its handouts
 */
export function reachedClasses(
  { written, before, audience_class, classBefore }: Written,
  sources: readonly string[] | undefined,
  copies: VisibleCopies,
): AudienceClass[] {
  const isNarrowed = audience_class === GM_CLASS && classBefore !== GM_CLASS;
  if (!isCopied({ written, before, isNarrowed })) return [];
  const [first, ...others] = (sources ?? []).map((id) => copies.get(id) ?? []);
  const isSame = (one: VisibleCopy) => (other: VisibleCopy) =>
    one.handout === other.handout && one.audience_class === other.audience_class;
  return (first ?? [])
    .filter((copy) => others.every((of) => of.some(isSame(copy))))
    .map((copy) => copy.audience_class);
}
