import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';

/** Button that opens the form for a new campaign. */
export function NewCampaign() {
  const { routing } = useShell();
  return (
    <Button icon={<Icon name="plus" />} onClick={() => routing.navigate('/campaigns/new')}>
      New Campaign
    </Button>
  );
}
