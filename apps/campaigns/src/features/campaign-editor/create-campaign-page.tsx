import { useShell } from '@tomekeeper/remote-kit';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { NewCampaignForm } from './new-campaign-form';

/** `/campaigns/new`. */
export function CreateCampaignPage() {
  useShell().routing.useTitle('Create Campaign');
  return (
    <>
      <PageHeader title="Create Campaign" intro="A title and a game system will do for now." />
      <NewCampaignForm isPage />
    </>
  );
}
