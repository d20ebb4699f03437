import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import type { Document } from '../../documents-api';
import type { useReveal } from './use-reveal';

interface RevealButtonProps {
  document: Document;
  reveal: Pick<ReturnType<typeof useReveal>, 'isPending' | 'toggle'>;
  describedBy: string;
}

/** One press shows a document to the table now; the next takes it back. */
export function RevealButton({ document, reveal, describedBy }: RevealButtonProps) {
  const { is_spoilers } = document;
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Icon name={is_spoilers ? 'eye' : 'eye-off'} />}
      aria-describedby={describedBy}
      busy={reveal.isPending && (is_spoilers ? 'Revealing…' : 'Hiding…')}
      onClick={reveal.toggle}
    >
      {is_spoilers ? 'Reveal' : 'Hide'}
    </Button>
  );
}
