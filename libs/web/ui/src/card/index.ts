import { classNames } from '../class-names';
import styles from './card.module.css';

/** Styles of a raised card; `link` if the whole card is a link. For objects, not for layout. */
export function cardClass({ link = false }: { link?: boolean } = {}) {
  return classNames(styles.card, link && styles.link);
}
