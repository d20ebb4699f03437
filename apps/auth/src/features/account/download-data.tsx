import { useState } from 'react';
import { createApiClient, detailOrText, type Failure } from '@tomekeeper/api-client';
import { exportAnswer } from '@tomekeeper/contracts-identity';
import { useShell, useTask, type Http } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Icon } from '@tomekeeper/ui/icon';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../account-section/account-section';

/** Section of the data export. The browser shows the progress of the download. */
export function DownloadData() {
  const { http, toast } = useShell();
  const [failure, setFailure] = useState<Failure>();
  const exportTask = useTask();

  async function prepare() {
    setFailure(undefined);
    try {
      startDownload(await prepareExport(http));
      toast({ message: 'Download started.', tone: 'success' });
    } catch (error) {
      setFailure(detailOrText(error, 'Could not prepare your data. Please try again.'));
    }
  }

  return (
    <AccountSection
      title="Your data"
      intro="One ZIP file with all data that we store about you: your profile, your campaigns and the files in them. Documents of campaigns that you only play in belong to their game masters."
    >
      <Stack>
        <FormError {...failure} />
        <Cluster>
          <Button
            variant="secondary"
            icon={<Icon name="download" />}
            busy={exportTask.busy && 'Preparing…'}
            onClick={() => exportTask.run(prepare)}
          >
            Download my data
          </Button>
        </Cluster>
      </Stack>
    </AccountSection>
  );
}

/** The response is an attachment, so the browser stays on the page. */
function startDownload(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Requests a data export. @returns a download URL that works once @throws {ApiError} */
async function prepareExport(http: Http): Promise<string> {
  const { url } = await createApiClient(http).post('/api/account/export/', {
    answer: exportAnswer,
  });
  return url;
}
