import { useEffect, useRef, type ReactNode } from 'react';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { HitAudience } from '../hits/hit-audience';
import { Highlighted } from '../hits/snippet';
import styles from './palette.module.css';
import type { Group, PaletteRow, RowKind } from './rows';

const SHAPES: Record<RowKind, ReactNode> = {
  document: iconShapes.file,
  passage: iconShapes.page,
  session: iconShapes.moon,
  word: iconShapes.search,
  person: iconShapes.user,
  campaign: iconShapes.book,
  action: iconShapes.plus,
  ask: iconShapes.info,
  search: iconShapes.search,
};

interface PaletteListProps {
  id: string;
  groups: readonly Group[];
  idOf: (row: PaletteRow) => string;
  active: PaletteRow | undefined;
  onPoint: (row: PaletteRow) => void;
  onChoose: (row: PaletteRow) => void;
}

/** Listbox of the combobox; the focus stays in the field. */
export function PaletteList({ id, groups, idOf, active, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeKey = active?.key;
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Results" className={styles.list}>
      {groups.map(({ name, rows }, at) => (
        <div key={name} role="group" aria-labelledby={`${id}-group-${at}`}>
          <p id={`${id}-group-${at}`} role="presentation" className={styles.group}>
            {name}
          </p>
          {rows.map((row) => (
            <div
              key={row.key}
              id={idOf(row)}
              role="option"
              aria-selected={row.key === activeKey}
              className={styles.row}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => {
                if (row.key !== activeKey) onPoint(row);
              }}
              onClick={() => onChoose(row)}
            >
              <Drawing shape={row.icon ? iconShapes[row.icon] : SHAPES[row.kind]} size={18} />
              <RowText row={row} />
              <HitAudience of={row} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function RowText({ row: { title, titleSnippet, detail, snippet } }: { row: PaletteRow }) {
  const marked = snippet ?? titleSnippet;
  return (
    <span className={styles.words}>
      <span dir="auto" className={styles.title}>
        {marked ? <Highlighted snippet={marked} /> : title}
      </span>
      {detail && (
        <span dir="auto" className={styles.detail}>
          {detail}
        </span>
      )}
    </span>
  );
}
