import { visiblePassageIds } from '../../../passages/visible/visible-passages';
import type { Exporter } from '../exporter';

/** Positions of passages among the passages of a note that the exporter sees, by id. */
export async function passageIndexes(
  { uow, viewer: { scope } }: Exporter,
  note: string,
): Promise<Map<string, number>> {
  const ids = await visiblePassageIds(uow, scope, note);
  return new Map(ids.map((id, index) => [id, index]));
}
