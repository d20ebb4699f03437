import type { Node } from 'prosemirror-model';
import {
  type Audience,
  audienceOfPassage,
  GM_ONLY,
  narrowerAudience,
  PARTY,
} from '@tomekeeper/visibility';
import type { NoteBase } from '../saving/note-base';
import { sourcesOf } from '../schema/passages-of-doc';
import { findPassage } from '../schema/passage-ids';
import { isSecretBox, UNKNOWN_SOURCE } from '../schema/secret-box';

interface Known {
  doc: Node;
  base: NoteBase;
  is_spoilers: boolean;
  /** Use the audience at writing time if it has grown since. */
  isAsWritten?: true;
}

/**
 * Predicts the audience of a passage after its save: no wider than the audiences of its sources. Unknown sources count as hidden;
 * the server decides, and its answer replaces the prediction.
 */
export function predictedAudience(node: Node, known: Known): Audience {
  return predicted(node, known, new Set());
}

/** Audience of a passage at writing time. Unknown sources are ignored, because the server applies them. */
export function audienceAsWritten(node: Node, known: Known): Audience {
  return predicted(node, { ...known, isAsWritten: true }, new Set());
}

function predicted(node: Node, known: Known, seen: Set<string>): Audience {
  const { base, is_spoilers } = known;
  const id = String(node.attrs['id']);
  seen.add(id);
  const isKnown = base.passages.has(id);
  const point = base.undoPointOf(node);
  if (point) return audienceOfPassage(point.place, { is_spoilers });
  if (isNewSecret(node, base)) return GM_ONLY;
  const own = isKnown || base.audiences.has(id) ? base.audiences.get(id) : undefined;
  return sourcesOf(node).reduce(
    (narrowest, source) => narrowerAudience(narrowest, audienceOfSource(source, known, seen)),
    within(id, audienceOfPassage(own ?? {}, { is_spoilers }), known),
  );
}

function within(id: string, audience: Audience, { base, isAsWritten }: Known): Audience {
  const before = isAsWritten && base.writtenFor.get(id);
  return before ? narrowerAudience(before, audience) : audience;
}

function audienceOfSource(id: string, known: Known, seen: Set<string>): Audience {
  if (id === UNKNOWN_SOURCE || known.base.widened.has(id)) return GM_ONLY;
  const { doc, base, is_spoilers } = known;
  const box = findPassage(doc, id);
  if (box && isNewSecret(box.node, base)) return GM_ONLY;
  const place = base.audiences.get(id) ?? base.pastAudiences.get(id);
  if (place) return within(id, audienceOfPassage(place, { is_spoilers }), known);
  // Two unsaved passages can be sources of each other.
  if (seen.has(id)) return audienceOfPassage({}, { is_spoilers });
  if (box) return predicted(box.node, known, seen);
  return known.isAsWritten ? within(id, PARTY, known) : GM_ONLY;
}

/** Whether a box is secret now and was not in its last save. */
export function isNewSecret(node: Node, base: NoteBase): boolean {
  if (!isSecretBox(node)) return false;
  const words = base.passages.get(String(node.attrs['id']))?.words;
  return !words?.includes('"label":"secret"');
}
