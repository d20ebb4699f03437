import { Plugin, PluginKey, TextSelection, type EditorState } from 'prosemirror-state';
import { REMOTE } from '../schema/list-numbers';
import { schema } from '../schema/schema';

/** Completions: a block to insert (`/`), a link to a document (`[[`), the name of a person (`@`). */
export type CompletionKind = 'insert' | 'link' | 'mention';

/** Typed trigger characters, and the query between them and the caret. */
export interface Trigger {
  kind: CompletionKind;
  from: number;
  to: number;
  query: string;
}

const SIGNS: readonly [CompletionKind, RegExp][] = [
  ['link', /\[\[([^[\]]{0,120})$/],
  ['insert', /(?<=^|\s)\/((?:[\p{L}\d][\p{L}\d -]{0,30})?)$/u],
  ['mention', /(?<=^|[\s(])@((?:[\p{L}\d][\p{L}\d'’. -]{0,40})?)$/u],
];

function triggerAt({ selection }: EditorState): Trigger | undefined {
  const { $from, empty } = selection;
  const { parent, parentOffset } = $from;
  if (!empty || !(selection instanceof TextSelection) || parent.type.spec.code) return undefined;
  if ($from.marks().some(({ type }) => type === schema.marks.code_words)) return undefined;
  const before = parent.textBetween(0, parentOffset, undefined, '\ufffc');
  for (const [kind, sign] of SIGNS) {
    const found = sign.exec(before);
    if (found)
      return {
        kind,
        from: $from.start() + found.index,
        to: $from.pos,
        query: found[1] ?? '',
      };
  }
  return undefined;
}

interface Completing {
  trigger: Trigger | undefined;
  /** Position of a trigger that the user dismissed with Escape. */
  dismissedAt: number | undefined;
}

const key = new PluginKey<Completing>('completion');
const DISMISS = 'completion dismissed';

export const triggerOf = (state: EditorState): Trigger | undefined => key.getState(state)?.trigger;

/**
 * Tracks the completion trigger. Only typing opens it; moving the caret next to a trigger does not. `onKey` handles keys while a
 * completion is open and returns whether it consumed the key.
 */
export function completion(onKey: (event: KeyboardEvent) => boolean): Plugin {
  return new Plugin<Completing>({
    key,
    state: {
      init: () => ({ trigger: undefined, dismissedAt: undefined }),
      apply(tr, { trigger, dismissedAt: wasDismissedAt }, _, state) {
        if (tr.getMeta(DISMISS)) return { trigger: undefined, dismissedAt: trigger?.from };
        const dismissedAt =
          wasDismissedAt === undefined ? undefined : tr.mapping.map(wasDismissedAt);
        const isTyped =
          tr.docChanged &&
          !tr.getMeta(REMOTE) &&
          !tr.getMeta('history$') &&
          tr.getMeta('uiEvent') !== 'paste' &&
          tr.getMeta('uiEvent') !== 'drop' &&
          tr.getMeta('addToHistory') !== false;
        const isOpen = trigger !== undefined;
        if (!isTyped && !isOpen) return { trigger, dismissedAt };
        const next = triggerAt(state);
        const isSame = isOpen && next?.from === tr.mapping.map(trigger.from, -1);
        if (!next || next.from === dismissedAt || (!isTyped && !isSame))
          return { trigger: undefined, dismissedAt: next ? dismissedAt : undefined };
        return { trigger: next, dismissedAt };
      },
    },
    props: {
      handleKeyDown: (view, event) => triggerOf(view.state) !== undefined && onKey(event),
    },
  });
}

/** Closes the completion and leaves the typed trigger in the text. */
export const dismiss = (state: EditorState, dispatch: (tr: EditorState['tr']) => void): boolean => {
  dispatch(state.tr.setMeta(DISMISS, true));
  return true;
};
