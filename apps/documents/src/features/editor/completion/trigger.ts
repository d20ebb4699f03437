import { Plugin, PluginKey, TextSelection, type EditorState } from 'prosemirror-state';
import { REMOTE } from '../schema/list-numbers';
import { schema } from '../schema/schema';

/** What is completed: a block to insert (`/`), a link to a document (`[[`), somebody's name (`@`). */
export type CompletionKind = 'insert' | 'link' | 'mention';

/** Signs that were typed, and the words behind them up to the caret. */
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

/** What stands before the caret, where that asks for a completion. */
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
  /** Where signs stand that the person wants to be signs and nothing else. */
  dismissedAt: number | undefined;
}

const key = new PluginKey<Completing>('completion');
const DISMISS = 'completion dismissed';

/** What is to be completed now. */
export const triggerOf = (state: EditorState): Trigger | undefined => key.getState(state)?.trigger;

/**
 * Notices what is to be completed. It opens by typing alone, not where the caret comes by; `onKey` gets each key while something
 * is open, and says whether it took it.
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

/** Lets the signs stand as they are. */
export const dismiss = (state: EditorState, dispatch: (tr: EditorState['tr']) => void): boolean => {
  dispatch(state.tr.setMeta(DISMISS, true));
  return true;
};
