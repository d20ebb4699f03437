import { buttonClass } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { nameOf, type Document } from '../../documents-api';
import styles from './file-menu.module.css';
import type { FileQuestion } from './file-questions';

interface FileMenuProps {
  document: Document;
  onAsk: (to: FileQuestion) => void;
}

/** What a GM rarely does with the file of a document. */
export function FileMenu({ document, onAsk }: FileMenuProps) {
  return (
    <Menu
      label={`More for ${nameOf(document)}`}
      trigger={<Drawing shape={iconShapes.more} />}
      triggerClassName={classNames(buttonClass({ variant: 'quiet', size: 'small' }), styles.more)}
    >
      <MenuItem onClick={() => onAsk('replace')}>Replace file…</MenuItem>
      <MenuItem onClick={() => onAsk('versions')}>Earlier versions…</MenuItem>
    </Menu>
  );
}
