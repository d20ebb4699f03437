import type { Node } from 'prosemirror-model';
import { NodeSelection, Plugin, PluginKey, type EditorState } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type Audience, isSameAudience } from '@tomekeeper/visibility';
import { passageAt } from '../schema/passage-ids';

/** Set on transactions after which audiences changed. */
export const SEEN_BY_OTHERS = 'seen by others';

interface Marks {
  audiences: readonly Audience[];
  decorations: DecorationSet;
  /** Index of the passage with the caret, which always shows its label. */
  current: number;
}

const key = new PluginKey<Marks>('audience marks');

/** Audiences of the passages, in reading order. */
export const audiencesIn = (state: EditorState): readonly Audience[] =>
  key.getState(state)?.audiences ?? [];

interface MarkParts {
  /** Audience of a top-level passage. */
  audienceOf: (node: Node, doc: Node) => Audience;
  /** Renders the mark of a passage. */
  drawn: (audience: Audience) => HTMLElement;
}

/** Draws a rule next to each passage. Where the audience changes, and at the caret, an eye and a label name the audience. */
export const audienceMarks = ({ audienceOf, drawn }: MarkParts): Plugin => {
  const read = (doc: Node): Audience[] => doc.content.content.map((node) => audienceOf(node, doc));
  const marked = (state: EditorState, audiences: readonly Audience[]): Marks => {
    const current = currentIn(state);
    const decorations: Decoration[] = [];
    state.doc.forEach((node, pos, index) => {
      const audience = audiences[index]!;
      const before = audiences[index - 1];
      const begins = !before || !isSameAudience(audience, before);
      decorations.push(
        Decoration.node(pos, pos + node.nodeSize, { 'data-seen-by': audience.kind }),
      );
      if (begins || index === current)
        decorations.push(
          Decoration.widget(pos, () => drawn(audience), {
            side: -1,
            key: `${audience.kind} ${[...audience.players].sort().join(' ')} ${begins}`,
            ignoreSelection: true,
          }),
        );
    });
    return { audiences, current, decorations: DecorationSet.create(state.doc, decorations) };
  };
  return new Plugin<Marks>({
    key,
    state: {
      init: (_, state) => marked(state, read(state.doc)),
      apply(tr, before, old, state) {
        const isAnew = tr.getMeta(SEEN_BY_OTHERS) === true;
        if (!tr.docChanged && !isAnew) {
          return currentIn(state) === before.current ? before : marked(state, before.audiences);
        }
        const audiences = read(state.doc);
        const isWithin =
          !isAnew &&
          isSameAll(audiences, before.audiences) &&
          hasSamePassages(old.doc, state.doc) &&
          currentIn(state) === before.current;
        // Typing inside a passage only shifts the decorations after it.
        return isWithin
          ? { ...before, audiences, decorations: before.decorations.map(tr.mapping, tr.doc) }
          : marked(state, audiences);
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  });
};

/**
 * Index of the passage with the caret. The end of a node selection touches the next passage, so a selected picture counts by its
 * start.
 */
const currentIn = ({ doc, selection }: EditorState): number =>
  passageAt(doc, selection instanceof NodeSelection ? selection.from : selection.head).index;

const isSameAll = (some: readonly Audience[], others: readonly Audience[]): boolean =>
  some.length === others.length && some.every((one, at) => isSameAudience(one, others[at]!));

const hasSamePassages = (one: Node, other: Node): boolean =>
  one.childCount === other.childCount &&
  one.content.content.every(
    (node, at) => node === other.child(at) || node.sameMarkup(other.child(at)),
  );
