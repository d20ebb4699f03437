import { EmptyState } from '@tomekeeper/ui/empty-state';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { JoinACampaign } from '../join-a-campaign';
import { NewCampaign } from '../new-campaign';
import { ExampleCards } from './example-cards';
import { SampleButton } from './sample-button';

/** Empty list: the ways to a campaign, and an example of a filled list. */
export function NoCampaigns() {
  return (
    <Stack gap={6}>
      <EmptyState
        title="You don't have any campaigns yet."
        action={
          <Cluster>
            <NewCampaign />
            <SampleButton />
          </Cluster>
        }
      >
        Start one: give it a title, add your players, and keep its maps, handouts and secrets here.
        The sample campaign has a dozen notes to look around in. You can discard it at any time.
      </EmptyState>
      <ExampleCards />
      <JoinACampaign />
    </Stack>
  );
}
