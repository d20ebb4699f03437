import { ShortcutList } from '@tomekeeper/ui/shortcuts';
import { EDITOR_SHORTCUTS, FIND_SHORTCUTS, LIST_SHORTCUTS, READER_SHORTCUTS } from './shortcuts';

/** Shortcuts of this remote, for the shell's list. */
export function ShortcutLists() {
  return (
    <>
      <ShortcutList title="Library" shortcuts={Object.values(LIST_SHORTCUTS)} />
      <ShortcutList title="Document" shortcuts={Object.values(READER_SHORTCUTS)} />
      <ShortcutList title="Find in a document" shortcuts={Object.values(FIND_SHORTCUTS)} />
      <ShortcutList title="Note" shortcuts={Object.values(EDITOR_SHORTCUTS)} />
    </>
  );
}
