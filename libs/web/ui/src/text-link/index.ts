import styles from './text-link.module.css';

/** The look of a link in running text or on its own line. */
export const textLinkClass = styles.link ?? '';

/** A link that stands in a list or a navigation: underlined only when pointed at. */
export const quietLinkClass = styles.quiet ?? '';
