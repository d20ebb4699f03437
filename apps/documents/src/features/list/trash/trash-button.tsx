import { lazy, Suspense, useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';

const TrashDialog = lazy(async () => ({ default: (await import('./trash-dialog')).TrashDialog }));

/** Opens the trash. */
export function TrashButton({ campaignId }: { campaignId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        icon={<Icon name="trash" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Trash
      </Button>
      {open && (
        <Suspense>
          <TrashDialog campaignId={campaignId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
