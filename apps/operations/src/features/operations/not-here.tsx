import { useShell } from '@tomekeeper/remote-kit';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { PageHeader } from '@tomekeeper/ui/page-header';

/** What everyone else sees at this address. */
export function NotHere() {
  const { routing } = useShell();
  routing.useTitle('Nothing here');
  return (
    <>
      <PageHeader title="Nothing here" />
      <p>
        There is no page for you at this address.{' '}
        <routing.Link to="/home" className={textLinkClass}>
          Go to your campaigns
        </routing.Link>
      </p>
    </>
  );
}
