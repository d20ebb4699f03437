import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { buttonClass } from '../button/button-class';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import { Menu, MenuItem } from '../menu';
import styles from './overflow-toolbar.module.css';

/** Width reserved for the button of the menu, in pixels. */
const MORE_WIDTH = 48;

export interface Tool {
  key: string;
  label: string;
  icon: ReactNode;
  run: () => void;
  /** For tools that are switched on and off. */
  isPressed?: boolean;
}

interface OverflowToolbarProps {
  /** In order of importance: the last ones move into the menu first. */
  tools: readonly Tool[];
}

/** Row of buttons. Buttons that do not fit move into a menu. */
export function OverflowToolbar({ tools }: OverflowToolbarProps) {
  const row = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(tools.length);
  const measure = useEffectEvent(() => {
    if (row.current) setShown(fittingIn(row.current));
  });
  const keys = tools.map(({ key, label }) => `${key} ${label}`).join();
  // Before the browser paints, so that no button appears and disappears.
  useLayoutEffect(() => {
    const box = row.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => measure());
    observer.observe(box);
    // Widths change when a font arrives.
    for (const button of buttonsIn(box)) observer.observe(button);
    measure();
    return () => observer.disconnect();
  }, [keys]);
  const hidden = tools.slice(shown);
  return (
    <div ref={row} className={styles.row}>
      {tools.map(({ key, label, icon, run, isPressed }, at) => (
        <Button
          key={key}
          data-tool=""
          variant="quiet"
          size="small"
          className={classNames(styles.tool, at >= shown && styles.hidden)}
          icon={icon}
          aria-pressed={isPressed}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {hidden.length > 0 && (
        <Menu
          label="More tools"
          trigger={<Drawing shape={iconShapes.more} />}
          triggerClassName={classNames(
            buttonClass({ variant: 'quiet', size: 'small' }),
            styles.more,
          )}
        >
          {hidden.map(({ key, label, icon, run, isPressed }) => (
            <MenuItem key={key} icon={icon} checked={isPressed} onClick={run}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

const buttonsIn = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>(':scope > [data-tool]'),
];

/** Number of buttons, from the first, that fit the row; fewer if a menu has to fit too. */
function fittingIn(row: HTMLElement): number {
  const widths = buttonsIn(row).map(({ offsetWidth }) => offsetWidth);
  const sum = (count: number) => widths.slice(0, count).reduce((all, width) => all + width, 0);
  if (sum(widths.length) <= row.clientWidth) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && sum(count) > row.clientWidth - MORE_WIDTH) count -= 1;
  return count;
}
