import styles from './text-link.module.css';

/** Styles of a link in running text or on a separate line. */
export const textLinkClass = styles.link ?? '';

/** Styles of a link in a list or navigation: underlined only on hover. */
export const quietLinkClass = styles.quiet ?? '';
