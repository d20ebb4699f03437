import { useState } from 'react';
import { createApiClient, detailOrText, type Failure } from '@tomekeeper/api-client';
import { exportAnswer } from '@tomekeeper/contracts-identity';
import { useShell, useTask, type Http } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../account-section/account-section';

/** A copy of everything, as a plain download of the browser, which shows its progress itself. */
export function DownloadData() {
  const { http, toast } = useShell();
  const [failure, setFailure] = useState<Failure>();
  const preparing = useTask();

  async function prepare() {
    setFailure(undefined);
    try {
      startDownload(await prepareExport(http));
      toast({ message: 'Your download begins.', tone: 'success' });
    } catch (error) {
      setFailure(detailOrText(error, 'Could not prepare your data. Please try again.'));
    }
  }

  return (
    <AccountSection
      title="Your data"
      lede="One zip with all that we keep of you: your profile, your campaigns and the files in them. Documents of campaigns that you only play in belong to their game masters."
    >
      <Stack>
        <FormError {...failure} />
        <Cluster>
          <Button
            variant="secondary"
            icon={<Icon name="download" />}
            busy={preparing.busy && 'Preparing…'}
            onClick={() => preparing.run(prepare)}
          >
            Download my data
          </Button>
        </Cluster>
      </Stack>
    </AccountSection>
  );
}

/** The link answers with an attachment, so the page stays. */
function startDownload(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Asks for a copy of one's data. @returns a link that gives it, once. @throws {ApiError} */
async function prepareExport(http: Http): Promise<string> {
  const { url } = await createApiClient(http).post('/api/account/export/', {
    answer: exportAnswer,
  });
  return url;
}
