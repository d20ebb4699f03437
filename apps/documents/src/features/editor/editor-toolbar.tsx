import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { ReactNode } from 'react';
import { buttonClass } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { shownKeys, spokenKeys, type Shortcut } from '@tomekeeper/ui/shortcuts';
import { EDITOR_SHORTCUTS } from '../shortcuts/shortcuts';
import { BLOCK_TYPES, blockTypeAt, putDivider } from './schema/block-types';
import { chain, redone, undone } from './editor-shapes';
import styles from './note-editor.module.css';
import { Opens } from '../documents-api/display/opens';
import { schema } from './schema/schema';
import {
  addColumn,
  addRow,
  deleteColumn,
  deleteRow,
  deleteTable,
  insertTable,
  isInTable,
  toggleHeader,
} from './table/table-commands';

interface ToolsProps {
  editor: EditorState;
  run: (command: Command) => void;
}

interface EditorToolbarProps extends ToolsProps {
  /** Opens the file picker. */
  picture: Command;
  /** Opens the link dialog. */
  webLink: Command;
  /** Whether boxes for GMs only are offered. */
  hasSecrets: boolean;
  /** The audience menu. */
  children: ReactNode;
}

/** Block types that the menu cannot select. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  table: 'Table',
  image: 'Picture',
  divider: 'Line across',
};

/** Formatting toolbar, for people who do not know the keyboard shortcuts. */
export function EditorToolbar({
  editor,
  run,
  picture,
  webLink,
  hasSecrets,
  children,
}: EditorToolbarProps) {
  const { marks } = schema;
  const type = blockTypeAt(editor);
  const label =
    BLOCK_TYPES.find(({ value }) => value === type)?.label ?? OTHER_TYPES[type] ?? 'As it is';
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Text">
      {children}
      <Menu
        label={`Kind of text: ${label}`}
        align="start"
        trigger={<Opens words={label} />}
        triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
      >
        {BLOCK_TYPES.filter(({ value }) => hasSecrets || value !== 'secret').map((one) => (
          <MenuItem key={one.value} onClick={() => run(one.run)}>
            {one.label}
          </MenuItem>
        ))}
        <MenuItem onClick={() => run(putDivider)}>Line across</MenuItem>
      </Menu>
      {isInTable(editor) && <TableMenu run={run} />}
      <Dress {...{ editor, run }} type={marks.bold} shortcut={EDITOR_SHORTCUTS.bold}>
        <strong>B</strong>
      </Dress>
      <Dress {...{ editor, run }} type={marks.italic} shortcut={EDITOR_SHORTCUTS.italic}>
        <em>i</em>
      </Dress>
      <Dress {...{ editor, run }} type={marks.strike} shortcut={EDITOR_SHORTCUTS.strike}>
        <s>S</s>
      </Dress>
      <Dress {...{ editor, run }} type={marks.code_words} shortcut={EDITOR_SHORTCUTS.code}>
        <code>{'<>'}</code>
      </Dress>
      <Tool shortcut={EDITOR_SHORTCUTS.link} onPress={() => run(webLink)}>
        <Drawing shape={chain} />
      </Tool>
      <Tool name="Picture" onPress={() => run(picture)}>
        <Drawing shape={iconShapes.image} />
      </Tool>
      <Tool name="Table" onPress={() => run(insertTable)} isOff={isInTable(editor)}>
        <Drawing shape={iconShapes.table} />
      </Tool>
      <Tool shortcut={EDITOR_SHORTCUTS.undo} onPress={() => run(undo)} isOff={!undo(editor)}>
        <Drawing shape={undone} />
      </Tool>
      <Tool shortcut={EDITOR_SHORTCUTS.redo} onPress={() => run(redo)} isOff={!redo(editor)}>
        <Drawing shape={redone} />
      </Tool>
    </div>
  );
}

const TABLE_ACTS: readonly { label: string; run: Command }[] = [
  { label: 'Row above', run: addRow(0) },
  { label: 'Row below', run: addRow(1) },
  { label: 'Column before', run: addColumn(0) },
  { label: 'Column behind', run: addColumn(1) },
  { label: 'First row names the columns', run: toggleHeader },
  { label: 'Delete row', run: deleteRow },
  { label: 'Delete column', run: deleteColumn },
  { label: 'Delete table', run: deleteTable },
];

function TableMenu({ run }: Pick<ToolsProps, 'run'>) {
  return (
    <Menu
      label="Rows and columns"
      align="start"
      trigger={<Opens words="Rows and columns" />}
      triggerClassName={buttonClass({ variant: 'quiet', size: 'small' })}
    >
      {TABLE_ACTS.map((one) => (
        <MenuItem key={one.label} onClick={() => run(one.run)}>
          {one.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface DressProps extends ToolsProps {
  type: MarkType;
  shortcut: Shortcut;
  children: ReactNode;
}

function Dress({ editor, run, type, shortcut, children }: DressProps) {
  const { from, $from, to, empty } = editor.selection;
  const isOn = empty
    ? Boolean(type.isInSet(editor.storedMarks ?? $from.marks()))
    : editor.doc.rangeHasMark(from, to, type);
  return (
    <Tool shortcut={shortcut} isOn={isOn} onPress={() => run(toggleMark(type))}>
      {children}
    </Tool>
  );
}

interface ToolProps {
  /** Names the tool. */
  shortcut?: Shortcut;
  /** Name of a tool without a shortcut. */
  name?: string;
  isOn?: boolean;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** Keeps focus and selection in the text. */
function Tool({
  shortcut,
  name = shortcut?.words,
  isOn,
  isOff = false,
  onPress,
  children,
}: ToolProps) {
  const [keys] = shortcut?.keys ?? [];
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      title={keys ? `${name} (${shownKeys(keys)})` : name}
      aria-keyshortcuts={keys && spokenKeys(keys)}
      aria-disabled={isOff || undefined}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
