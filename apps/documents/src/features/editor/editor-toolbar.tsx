import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { ReactNode } from 'react';
import { buttonClass } from '@tomekeeper/ui/button';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { BLOCK_TYPES, blockTypeAt, putDivider } from './block-types';
import styles from './note-editor.module.css';
import { schema } from './schema';

interface EditorToolbarProps {
  editor: EditorState;
  run: (command: Command) => void;
}

/** What the keys do, for who does not know them. */
export function EditorToolbar({ editor, run }: EditorToolbarProps) {
  const { marks } = schema;
  const type = blockTypeAt(editor);
  const label = BLOCK_TYPES.find(({ value }) => value === type)?.label ?? 'As it is';
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Text">
      <Menu
        label={`Kind of text: ${label}`}
        align="start"
        trigger={<span>{label} ▾</span>}
        triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
      >
        {BLOCK_TYPES.map((one) => (
          <MenuItem key={one.value} onClick={() => run(one.run)}>
            {one.label}
          </MenuItem>
        ))}
        <MenuItem onClick={() => run(putDivider)}>Line across</MenuItem>
      </Menu>
      <Dress {...{ editor, run }} type={marks.bold} name="Bold" keys="Control+B">
        <strong>B</strong>
      </Dress>
      <Dress {...{ editor, run }} type={marks.italic} name="Italic" keys="Control+I">
        <em>i</em>
      </Dress>
      <Dress {...{ editor, run }} type={marks.strike} name="Struck through" keys="Control+Shift+X">
        <s>S</s>
      </Dress>
      <Dress {...{ editor, run }} type={marks.code_words} name="Code" keys="Control+E">
        <code>{'<>'}</code>
      </Dress>
      <Tool name="Undo" keys="Control+Z" onPress={() => run(undo)} isOff={!undo(editor)}>
        ↶
      </Tool>
      <Tool name="Redo" keys="Control+Y" onPress={() => run(redo)} isOff={!redo(editor)}>
        ↷
      </Tool>
    </div>
  );
}

interface DressProps extends EditorToolbarProps {
  type: MarkType;
  name: string;
  keys: string;
  children: ReactNode;
}

function Dress({ editor, run, type, name, keys, children }: DressProps) {
  const { from, $from, to, empty } = editor.selection;
  const isOn = empty
    ? Boolean(type.isInSet(editor.storedMarks ?? $from.marks()))
    : editor.doc.rangeHasMark(from, to, type);
  return (
    <Tool name={name} keys={keys} isOn={isOn} onPress={() => run(toggleMark(type))}>
      {children}
    </Tool>
  );
}

interface ToolProps {
  name: string;
  keys: string;
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** The text keeps its focus and what is selected. */
function Tool({ name, keys, isOn, isOff = false, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={`${name} (${keys.replace('Control', 'Ctrl')})`}
      aria-keyshortcuts={keys}
      aria-disabled={isOff || undefined}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
