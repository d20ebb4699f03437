import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Section } from '@tomekeeper/ui/section';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { documentPath } from '../sessions-api/paths';
import { useVisibleRecap } from '../sessions-api/use-sessions';

interface VisibleRecapProps {
  campaignId: string;
  /** Start of the session. */
  startedAt: string;
}

/** Link to the published recap of a session, for players. Nothing while loading and without one. */
export function VisibleRecap({ campaignId, startedAt }: VisibleRecapProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data: recap } = useVisibleRecap(campaignId, startedAt);
  if (!recap) return null;
  return (
    <Section title="Recap">
      <Link className={textLinkClass} to={documentPath(campaignId, recap.id, viewAs)} dir="auto">
        {recap.title}
      </Link>
    </Section>
  );
}
