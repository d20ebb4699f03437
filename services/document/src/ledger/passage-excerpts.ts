// Passages as the ledger names them: by the beginning of their words.

export interface PassageBeginning {
  id: string;
  text: string;
}

/** Characters of a passage's beginning. */
const MAX_TEXT = 160;

/** The beginning of passage `p`. */
export const BEGINNING = `CASE WHEN length(p.text) > ${MAX_TEXT} THEN left(p.text, ${MAX_TEXT - 1}) || '…' ELSE p.text END AS text`;

/** Groups passages by owner, in order. */
export function byTheirs(
  rows: readonly (PassageBeginning & { of: string })[],
): Map<string, PassageBeginning[]> {
  const all = new Map<string, PassageBeginning[]>();
  for (const { of, ...passage } of rows) {
    const known = all.get(of);
    if (known) known.push(passage);
    else all.set(of, [passage]);
  }
  return all;
}
