import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';

/** 'Leave without saving?' */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog
      open
      onClose={onStay}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet and will be lost."
      actions={
        <>
          <Button variant="secondary" onClick={onStay}>
            Stay here
          </Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
