import { classNames } from '../class-names';
import styles from './card.module.css';

/** The look of a sheet that lies a little above the page; `link` for one that is a link as a whole. For things, not for layout. */
export function cardClass({ link = false }: { link?: boolean } = {}) {
  return classNames(styles.card, link && styles.link);
}
