import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import styles from './card.module.css';

/** The look of a card; `link` for one that is a link as a whole: `<Link className={cardClass({link: true})}>`. */
export function cardClass({ link = false }: { link?: boolean } = {}) {
  return classNames(styles.card, link && styles.link);
}

export type CardProps = ComponentProps<'div'>;

/** A sheet that lies a little above the page. For things, not for layout. */
export function Card({ className, ...rest }: CardProps) {
  return <div {...rest} className={classNames(cardClass(), className)} />;
}
