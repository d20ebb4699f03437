import { useState } from 'react';
import { nameHref, nameLink } from '@tomekeeper/contracts-document/name-link';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import type { Command, EditorState } from 'prosemirror-state';
import { insertLink } from '../completion/link-options';
import { isLink, schema } from '../schema/schema';

interface LinkDialogProps {
  editor: EditorState;
  run: (command: Command) => void;
  onClose: () => void;
}

/** Dialog for the target of a web link. */
export function LinkDialog({ editor, run, onClose }: LinkDialogProps) {
  const at = linkAt(editor);
  const selected = editor.doc.textBetween(at.from, at.to, ' ', ' ');
  const [words, setWords] = useState(selected);
  const [address, setAddress] = useState(at.href === undefined ? '' : shownAddress(at.href));
  const href = addressOf(address);
  const [isTried, setTried] = useState(false);

  const save = () => {
    if (href === undefined) return setTried(true);
    onClose();
    run((state, dispatch) => {
      const { tr } = state;
      if (at.from === at.to) return insertLink(words.trim() || href, href)(state, dispatch);
      tr.removeMark(at.from, at.to, schema.marks.link);
      dispatch?.(tr.addMark(at.from, at.to, schema.marks.link.create({ href })));
      return true;
    });
  };
  const remove = () => {
    onClose();
    run((state, dispatch) => {
      dispatch?.(state.tr.removeMark(at.from, at.to, schema.marks.link));
      return true;
    });
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={at.href ? 'Change link' : 'Link to a web page'}
      confirm="Save link"
      onConfirm={save}
      fields={
        <>
          <TextField
            label="Address"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            error={
              isTried && href === undefined
                ? 'Give an address that begins with https://, http:// or mailto:, or a name as [[Castle]].'
                : null
            }
            onChange={(event) => setAddress(event.target.value)}
          />
          {at.from === at.to && (
            <TextField
              label="Words"
              autoComplete="off"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          )}
          {at.href && (
            <Button variant="quiet" size="small" onClick={remove}>
              Remove link
            </Button>
          )}
        </>
      }
    />
  );
}

/** Links by name as `[[Castle#Crypt]]`. */
function shownAddress(href: string): string {
  const link = nameLink(href);
  if (!link) return href;
  return `[[${link.name}${link.heading === undefined ? '' : `#${link.heading}`}]]`;
}

/** Adds a missing `https://` or `mailto:`; undefined for an invalid address. */
function addressOf(typed: string): string | undefined {
  const address = typed.trim();
  const [, name, heading] = /^\[\[([^[\]|#]+)(?:#([^[\]|]+))?\]\]$/.exec(address) ?? [];
  if (name !== undefined) return nameHref({ name, heading });
  if (isLink(address)) return address;
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  return /^[^\s/:@]+\.[^\s/:@]{2,}(?:[/?#:]\S*)?$/.test(address) ? `https://${address}` : undefined;
}

/** Range of the link at the caret, else the selection. */
function linkAt({ selection, doc }: EditorState): {
  from: number;
  to: number;
  href?: string;
} {
  const { $from, from, to, empty } = selection;
  const { link } = schema.marks;
  const mark = $from.parent.isTextblock
    ? (link.isInSet($from.marks()) ?? ($from.nodeAfter && link.isInSet($from.nodeAfter.marks)))
    : undefined;
  if (!mark) return { from, to };
  let begin = from;
  let end = to;
  $from.parent.forEach((node, offset) => {
    const at = $from.start() + offset;
    if (at + node.nodeSize < from || at > to || !mark.isInSet(node.marks)) return;
    begin = Math.min(begin, at);
    end = Math.max(end, at + node.nodeSize);
  });
  return empty || doc.rangeHasMark(from, to, link)
    ? { from: begin, to: end, href: String(mark.attrs['href']) }
    : { from, to };
}
