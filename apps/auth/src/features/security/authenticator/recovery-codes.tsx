import { useEffect, useRef } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { Loaded } from '../loaded';
import { useSecurity } from '../use-security';
import styles from '../security.module.css';

interface Props {
  /** Newly created codes, which cannot be shown again. */
  fresh: readonly string[] | undefined;
  busy: boolean;
  make: () => void;
  done: () => void;
}

/** Shows and renews the codes that replace the second factor for users without their phone. */
export function RecoveryCodes({ fresh, busy, make, done }: Props) {
  const { query, reread } = useSecurity('recovery-codes', (security) =>
    security.recoveryCodesLeft(),
  );
  if (fresh)
    return (
      <FreshCodes
        codes={fresh}
        done={() => {
          void reread();
          done();
        }}
      />
    );
  return (
    <Loaded
      query={query}
      loading="Counting your recovery codes…"
      failed="Unable to count your recovery codes."
    >
      {(left) => (
        <Stack gap={3}>
          <p>
            {left === 0
              ? 'You have no recovery codes. Without one, a lost phone locks you out.'
              : `${left} recovery ${left === 1 ? 'code' : 'codes'} left, for the day when your phone is gone.`}
          </p>
          <Cluster>
            <Button variant="secondary" size="small" busy={busy && 'Making codes…'} onClick={make}>
              Make new recovery codes
            </Button>
          </Cluster>
        </Stack>
      )}
    </Loaded>
  );
}

function FreshCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const { toast } = useShell();
  const lines = codes.join('\n');
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(lines);
      toast({ message: 'The codes are copied.', tone: 'success' });
    } catch {
      toast({ message: 'Your browser did not let us copy them. Select them and copy by hand.' });
    }
  }
  return (
    <Stack gap={3}>
      <p ref={words} tabIndex={-1}>
        Keep these recovery codes somewhere safe. Each opens your account once when your phone is
        gone. You will not see them again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Cluster>
        <Button
          variant="secondary"
          size="small"
          icon={<Icon name="copy" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Icon name="download" />}
          onClick={() => save(lines)}
        >
          Download
        </Button>
        <Button variant="quiet" size="small" onClick={done}>
          I have kept them
        </Button>
      </Cluster>
    </Stack>
  );
}

function save(lines: string) {
  const url = URL.createObjectURL(new Blob([`${lines}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${brand.name.toLowerCase()}-recovery-codes.txt`;
  link.click();
  URL.revokeObjectURL(url);
}
