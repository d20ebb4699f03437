import { useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { audienceOfPassage } from '@tomekeeper/visibility';
import type { RevealToolsProps } from '../revealing-context';
import { useOwnParts } from './own-context';
import { RevealBar } from './reveal-bar';
import { some } from './reveal-shapes';
import { WhoSeesWhat } from './visibility/who-sees-what';
import { useSelectionInput } from './selection/use-selection-input';

/** Selection tools of a GM's reader: toolbar buttons, keyboard and pointer input, and bulk action bar. */
export function RevealTools({ children, ...parts }: RevealToolsProps) {
  const { document, selection, selecting, change, tellReader } = useOwnParts();
  const { store, at } = parts;
  useEffect(() => {
    tellReader(parts);
  });
  const [isOverview, setOverview] = useState(false);
  const selected = useSyncExternalStore(selection.subscribe, selection.current);
  useEffect(() => store.subscribe(() => selection.learn(store.loaded())), [store, selection]);

  useSelectionInput({
    parts,
    selection,
    selecting,
    onToggle() {
      const all = [...selection.current().passages.values()];
      const isSeen =
        all.length > 0 && all.every((one) => audienceOfPassage(one, document).kind === 'party');
      change({
        to: 'set',
        passages: selection.chosen(),
        audience: isSeen ? 'gm' : 'party',
        words: all.length === 1 ? all[0]?.text : undefined,
      });
    },
  });
  const begin = () => {
    if (selected.isPressing) selection.clear();
    else {
      selection.press(true);
      // Arrow keys continue from here.
      parts.root.current
        ?.querySelector<HTMLElement>(`[data-at="${at}"]`)
        ?.focus({ preventScroll: true });
    }
  };
  const isOn = selected.isPressing || selected.isAll || selected.passages.size > 0;
  return (
    <>
      {children([
        {
          key: 'select',
          label: 'Select',
          icon: <Drawing shape={iconShapes.check} />,
          isPressed: selected.isPressing,
          run: begin,
        },
        {
          key: 'who sees what',
          label: 'Who sees what',
          icon: <Drawing shape={some} />,
          run: () => setOverview(true),
        },
      ])}
      {isOn && <RevealBar selected={selected} onOverview={() => setOverview(true)} />}
      {isOverview && (
        <WhoSeesWhat
          parts={parts}
          onClose={() => setOverview(false)}
          onGo={(heading) => {
            // Closing the dialog restores the focus, so it must close before the focus moves to the target.
            flushSync(() => setOverview(false));
            parts.column.current?.goTo(heading.at, { focus: true });
          }}
        />
      )}
    </>
  );
}
