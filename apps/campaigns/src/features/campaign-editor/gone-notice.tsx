import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Notice } from '@tomekeeper/ui/notice';

/** While the page stood open, somebody else ended the campaign, or this person's part in it. */
export function GoneNotice({ isOwner }: { isOwner: boolean }) {
  const { routing } = useShell();
  return (
    <Notice
      tone="error"
      title={
        isOwner
          ? 'This campaign has been deleted.'
          : 'This campaign has been deleted, or you are no longer one of its players.'
      }
      action={
        <Button variant="secondary" size="small" onClick={() => routing.navigate('/home')}>
          To your campaigns
        </Button>
      }
    >
      <p>Nothing can be changed here any more. What you have typed stays until you leave.</p>
    </Notice>
  );
}
