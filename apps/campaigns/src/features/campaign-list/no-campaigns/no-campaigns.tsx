import { EmptyState } from '@tomekeeper/ui/empty-state';
import { Stack } from '@tomekeeper/ui/stack';
import { NewCampaignForm } from '../../campaign-editor/new-campaign-form';
import { JoinACampaign } from '../join-a-campaign';
import { ExampleCards } from './example-cards';
import { SampleButton } from './sample-button';
import styles from './no-campaigns.module.css';

/** Empty list: the ways to a campaign, and an example of a filled list. */
export function NoCampaigns() {
  return (
    <Stack gap={6}>
      <div>
        <EmptyState title="You don't have any campaigns yet.">
          Start one: give it a title, add your players, and keep its maps, handouts and secrets
          here.
        </EmptyState>
        <NewCampaignForm />
      </div>
      <div className={styles.sample}>
        <p>
          Or look around first: the sample campaign has a dozen notes, and you can discard it at any
          time.
        </p>
        <SampleButton />
      </div>
      <ExampleCards />
      <JoinACampaign />
    </Stack>
  );
}
