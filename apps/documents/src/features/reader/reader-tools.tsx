import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { useMediaQuery } from '@tomekeeper/ui/media-query';
import { OverflowToolbar, type Tool } from '@tomekeeper/ui/overflow-toolbar';
import { FindField } from './find/find-field';
import type { Look } from './display-settings/look';
import { LookMenu } from './display-settings/look-menu';
import type { Finding } from './find/use-finding';

/** Screens on which the outline is next to the text. */
const WITH_OUTLINE = '(width >= 64rem)';

interface ReaderToolsProps {
  finding: Finding;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  /** Whether the text is next to the file, without room for an outline sidebar. */
  isBeside: boolean;
  /** Absent if the text has no outline. */
  onOutline: (() => void) | undefined;
  onLeaveFind: () => void;
  /** Further tools. */
  more: readonly Tool[];
}

/** The reader's buttons, in one row of the bar above text and file. */
export function ReaderTools({
  finding,
  look,
  onLook,
  isBeside,
  onOutline,
  onLeaveFind,
  more,
}: ReaderToolsProps) {
  const hasAside = useMediaQuery(WITH_OUTLINE) && !isBeside;
  const find: Tool = {
    key: 'find',
    label: 'Find',
    icon: <Drawing shape={iconShapes.search} />,
    run: finding.open,
  };
  const tools: Tool[] = finding.isOpen ? [] : [find];
  if (onOutline && !hasAside)
    tools.push({
      key: 'outline',
      label: 'Outline',
      icon: <Drawing shape={iconShapes.menu} />,
      run: onOutline,
    });
  return (
    <>
      {finding.isOpen && <FindField finding={finding} onClose={onLeaveFind} />}
      <OverflowToolbar tools={[...tools, ...more]} />
      <LookMenu look={look} onLook={onLook} />
    </>
  );
}
