import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';

interface Put {
  /** Position after the inserted space; undefined once the caret moves. */
  at: number | undefined;
}

const key = new PluginKey<Put>('space behind');

/** Records the space that a completion inserted before the caret. */
export function putSpace(tr: Transaction): Transaction {
  const { $head, head, empty } = tr.selection;
  const isSpace = empty && $head.parent.textBetween(0, $head.parentOffset, '', ' ').endsWith(' ');
  return isSpace ? tr.setMeta(key, { at: head }) : tr;
}

/** Absorbs a typed space after a completion, and replaces the inserted space by typed punctuation. */
export const spaceBehind = new Plugin<Put>({
  key,
  state: {
    init: () => ({ at: undefined }),
    apply(tr, { at }) {
      const put = tr.getMeta(key) as Put | undefined;
      if (put) return put;
      const now = at === undefined ? undefined : tr.mapping.map(at, -1);
      return { at: tr.selection.empty && tr.selection.head === now ? now : undefined };
    },
  },
  props: {
    handleTextInput({ state, dispatch }, from, to, text) {
      const at = key.getState(state)?.at;
      if (at === undefined || from !== at || to !== at) return false;
      const tr = state.tr.setMeta(key, { at: undefined });
      if (/^[.,;:!?)’”]$/.test(text)) tr.insertText(text, at - 1, at);
      else if (text !== ' ') return false;
      dispatch(tr);
      return true;
    },
  },
});
