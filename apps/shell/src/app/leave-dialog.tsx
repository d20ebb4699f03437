import { ConfirmDialog } from '@tomekeeper/ui/dialog';

/** Confirms leaving a page with unsaved changes. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onStay}
      title="Leave without saving?"
      description="Your changes on this page are not saved yet and will be lost."
      cancel="Stay here"
      confirm="Leave"
      danger
      onConfirm={onLeave}
    />
  );
}
