import { useShell } from '@tomekeeper/remote-kit';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { FailedJobs } from './failed-jobs';
import styles from './operations-page.module.css';
import { FiguresTable, QueuesTable, RemotesTable, ServicesTable } from './tables';
import { useInstallation, type Installation } from './use-installation';
import { summary } from './words';

/** `/operations`: how the installation is, for the people who run it. */
export function OperationsPage() {
  const installation = useInstallation();
  if (installation.isNotForMe) return <NotHere />;
  return <Shown installation={installation} />;
}

function Shown({ installation }: { installation: Installation }) {
  useShell().routing.useTitle('Operations');
  const { services, searchModel, remotes, isPending } = installation;
  return (
    <>
      <PageHeader title="Operations" />
      <p className={styles.summary} role="status">
        {isPending ? 'Asking the services…' : summary(installation)}
      </p>
      {isPending ? (
        <Skeleton label="Loading…" shape="rows" />
      ) : (
        <div className={styles.sections}>
          <Section title="Failed jobs">
            <FailedJobs services={services} />
          </Section>
          <Section title="Services">
            <ServicesTable services={services} searchModel={searchModel} />
          </Section>
          <Section title="Queues">
            <QueuesTable services={services} />
          </Section>
          {services.some(({ data }) => data?.figures !== undefined) && (
            <Section title="Figures">
              <FiguresTable services={services} />
            </Section>
          )}
          <Section title="Remotes">
            <RemotesTable {...remotes} />
          </Section>
        </div>
      )}
    </>
  );
}

/** Shown to all other users. */
function NotHere() {
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
