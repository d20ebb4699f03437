import { useShell } from '@tomekeeper/remote-kit';
import { quietLinkClass } from '@tomekeeper/ui/text-link';
import { countedPassages } from './entry-words';
import type { SomePassages } from '../ledger-api';
import styles from '../ledger.module.css';

interface QuotedPassagesProps {
  passages: SomePassages;
  /** Path of a passage. */
  addressOf: (id: string) => string;
  /** Whether arrow keys reach the links. */
  isRoving?: boolean;
}

/** Excerpts of passages, each linked to its position. */
export function QuotedPassages({
  passages: { count, first },
  addressOf,
  isRoving = false,
}: QuotedPassagesProps) {
  const { Link } = useShell().routing;
  if (count === 0) return null;
  const rest = count - first.length;
  return (
    <ul role="list" className={styles.quotes}>
      {first.map(({ id, text }) => (
        <li key={id} className={styles.quote}>
          <Link className={quietLinkClass} to={addressOf(id)} tabIndex={isRoving ? -1 : undefined}>
            {text.trim() || 'A picture or a line without words'}
          </Link>
        </li>
      ))}
      {rest > 0 && (
        <li className={styles.rest}>
          {first.length > 0
            ? `and ${rest.toLocaleString()} more`
            : `${countedPassages(count)} ${count === 1 ? 'that is' : 'that are'} no longer there`}
        </li>
      )}
    </ul>
  );
}
