import { SECRET } from '@tomekeeper/markdown';
import type { TransferAudience, TransferPassage } from '../../model';
import { quoteLines, writeMarkdown, type BlockOptions } from '../markdown';
import { escapeText } from '../markdown/escape';
import type { ExportedNote } from '../source';

/** The title of text for GMs. */
export const GM_ONLY = 'GM only';

interface Note extends Pick<ExportedNote, 'isPublic'> {
  passages: readonly TransferPassage[];
}

/** Passages that follow each other with the same readers. */
interface PassageRun {
  /** The title of the secret callout around them; undefined for text of the note's readers. */
  title: string | undefined;
  passages: TransferPassage[];
}

/** Text of a note as Markdown; passages with fewer readers than the note are in secret callouts. */
export function writeNote(
  note: Note,
  players: ReadonlyMap<string, string>,
  options: Partial<BlockOptions>,
): string {
  const parts = passageRuns(note, players).map(({ title, passages }) => {
    const markdown = writeMarkdown(passages, options).trimEnd();
    return title === undefined
      ? markdown
      : quoteLines(`[!${SECRET}]- ${escapeText(title)}\n${markdown}`);
  });
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

export function passageRuns(
  { isPublic, passages }: Note,
  players: ReadonlyMap<string, string>,
): PassageRun[] {
  const runs: PassageRun[] = [];
  for (const passage of passages) {
    const isMarked = passage.kind === 'callout' && passage.content.label === SECRET;
    const title = calloutTitle(passage.audience, { isPublic, isMarked, players });
    const last = runs.at(-1);
    if (last && last.title === title) last.passages.push(passage);
    else runs.push({ title, passages: [passage] });
  }
  return runs;
}

function calloutTitle(
  audience: TransferAudience | undefined,
  {
    isPublic,
    isMarked,
    players,
  }: { isPublic: boolean; isMarked: boolean; players: ReadonlyMap<string, string> },
): string | undefined {
  if (audience === 'gm') return isPublic && !isMarked ? GM_ONLY : undefined;
  if (audience === undefined || audience === 'party') return undefined;
  const names = audience.players.map((id) => players.get(id) ?? '').filter((name) => name !== '');
  return names.length === 0 ? 'For chosen players' : `For ${names.join(', ')}`;
}
