import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import styles from './stack.module.css';

export interface StackProps extends ComponentProps<'div'> {
  /** One of the space tokens. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 7;
}

/** Vertical layout. */
export function Stack({ gap = 5, className, ...rest }: StackProps) {
  return <div {...rest} data-gap={gap} className={classNames(styles.stack, className)} />;
}

/** Horizontal layout that wraps. */
export function Cluster({ gap = 3, className, ...rest }: StackProps) {
  return <div {...rest} data-gap={gap} className={classNames(styles.cluster, className)} />;
}
