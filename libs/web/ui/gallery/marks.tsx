import { Cluster, Icon, Logo, Section, Stack, Wordmark } from '../src';
import styles from './gallery.module.css';

const icons = [
  'alert',
  'arrow-left',
  'check',
  'copy',
  'download',
  'eye',
  'eye-off',
  'file',
  'info',
  'log-out',
  'menu',
  'moon',
  'more',
  'pencil',
  'plus',
  'search',
  'sun',
  'trash',
  'upload',
  'user',
  'x',
] as const;

/** Icons and the brand's mark, small and large. */
export function Marks() {
  return (
    <Section title="Marks">
      <Stack>
        <ul className={styles.icons}>
          {icons.map((name) => (
            <Icon name={name} key={name} />
          ))}
        </ul>
        <Cluster gap={5}>
          <Logo size={20} />
          <Logo size={48} />
          <Logo size={120} />
          <Wordmark size="large" />
        </Cluster>
      </Stack>
    </Section>
  );
}
