import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { type Audience, narrowerAudience } from '@tomekeeper/visibility';
import { removed } from './clashes';
import type { Draft } from './drafts';
import type { Change, NoteBase } from './note-base';
import { nodeOf, wordsOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';

/**
 * Applies a draft as unsaved edits. The base versions and audiences of the draft apply, so that conflicts are detected as if the
 * text were typed now.
 */
export function withDraft(doc: Node, base: NoteBase, { save, places }: Draft): Node {
  const { tr } = EditorState.create({ doc });
  for (const change of save.changes) {
    const { id, base_version, from = [], seen_by } = change;
    const node = nodeOf(change, from);
    const known = base.passages.get(id);
    const stands = findPassage(tr.doc, id);
    if (known && known.words === wordsOf(node) && from.length === 0) continue; // already saved
    if (seen_by !== undefined) {
      const before = base.writtenFor.get(id);
      const seen = asSeenBy(seen_by);
      base.writtenFor.set(id, before ? narrowerAudience(before, seen) : seen);
    }
    if (known) known.version = base_version;
    else if (base_version !== undefined)
      base.passages.set(id, { version: base_version, words: '' });
    if (stands) tr.replaceWith(stands.pos, stands.pos + stands.node.nodeSize, node);
    else {
      const before = places[id];
      const at = before ? findPassage(tr.doc, before) : undefined;
      tr.insert(at ? at.pos + at.node.nodeSize : before === null ? 0 : tr.doc.content.size, node);
    }
  }
  for (const { id, base_version } of save.removed) {
    const known = base.passages.get(id);
    const stands = findPassage(tr.doc, id);
    if (!known) continue;
    known.version = base_version;
    if (stands) removed(tr, stands);
  }
  return tr.doc;
}

const asSeenBy = (sent: NonNullable<Change['seen_by']>): Audience =>
  typeof sent === 'string'
    ? { kind: sent, players: [] }
    : { kind: 'players', players: sent.players };
