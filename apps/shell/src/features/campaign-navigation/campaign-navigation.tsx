import type { CampaignNavLink } from '@tomekeeper/contracts-federation';
import { VIEW_AS } from '@tomekeeper/remote-kit';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, menuItemClass } from '@tomekeeper/ui/menu';
import { classNames } from '@tomekeeper/ui/class-names';
import { iconOf } from './icons';
import type { NavigationShell, PlaceInCampaign } from './navigation-place';
import { useIsGm } from './use-is-gm';
import styles from './campaign-navigation.module.css';

/** More links than these, "More" and search would be too narrow for a thumb at 320 px. */
const MAX_IN_BAR = 3;

interface CampaignNavigationProps {
  shell: NavigationShell;
  campaign: PlaceInCampaign;
  isPhone: boolean;
}

/** Links to the pages of a campaign, as remotes declare them. */
export function CampaignNavigation({ shell, campaign, isPhone }: CampaignNavigationProps) {
  const isGm = useIsGm(shell.api, campaign.id) && campaign.viewAs === undefined;
  const { pathname } = shell.api.routing.useLocation();
  const links = shell.campaignNav.filter(({ roles }) => roles === 'all' || isGm);
  const main = links.filter(({ place }) => place === 'main');
  const secondary = links.filter(({ place }) => place === 'secondary');
  const common = { routing: shell.api.routing, campaign };
  if (!isPhone)
    return (
      <nav className={styles.bar} aria-label="Campaign">
        <ul className={styles.links} role="list">
          {[main, secondary].map((group, at) =>
            group.map((link, index) => (
              <li key={link.path} className={classNames(at === 1 && index === 0 && styles.end)}>
                <PageLink {...common} link={link} className={styles.link} />
              </li>
            )),
          )}
        </ul>
      </nav>
    );
  const below = [...main.slice(MAX_IN_BAR), ...secondary];
  const isBelow = below.some((link) => currentIn(link, campaign, pathname) !== undefined);
  return (
    <nav aria-label="Campaign">
      <ul className={styles.phoneLinks} role="list">
        {main.slice(0, MAX_IN_BAR).map((link) => (
          <li key={link.path}>
            <PageLink {...common} link={link} className={styles.phoneLink} hasIcon />
          </li>
        ))}
        <li>
          <Menu
            label="More pages of the campaign"
            opensAbove
            triggerClassName={classNames(styles.phoneLink, isBelow && styles.current)}
            trigger={
              <>
                <Drawing shape={iconShapes.more} size={20} />
                <span>More</span>
              </>
            }
          >
            {below.map((link) => (
              <PageLink
                key={link.path}
                {...common}
                link={link}
                className={menuItemClass}
                isItem
                hasIcon
              />
            ))}
          </Menu>
        </li>
      </ul>
    </nav>
  );
}

interface PageLinkProps {
  routing: NavigationShell['api']['routing'];
  campaign: PlaceInCampaign;
  link: CampaignNavLink;
  className: string | undefined;
  hasIcon?: boolean;
  /** Whether it is an item of a menu. */
  isItem?: boolean;
}

function PageLink({ routing, campaign, link, className, hasIcon, isItem }: PageLinkProps) {
  const { pathname } = routing.useLocation();
  return (
    <routing.Link
      to={addressOf(link, campaign)}
      className={className}
      aria-current={currentIn(link, campaign, pathname)}
      {...(isItem && { role: 'menuitem', tabIndex: -1 })}
    >
      {hasIcon && <Drawing shape={iconOf(link.icon)} size={20} />}
      <span>{link.label}</span>
    </routing.Link>
  );
}

/** Address of a page; as the viewer sees it while a GM views the campaign as that viewer. */
function addressOf({ path }: CampaignNavLink, { id, viewAs }: PlaceInCampaign): string {
  const campaign = `/campaigns/${encodeURIComponent(id)}`;
  if (viewAs === undefined) return campaign + path;
  const viewer = encodeURIComponent(viewAs);
  // The overview as a viewer sees it has a separate address.
  if (!path.startsWith('/')) return `${campaign}/as/${viewer}${path}`;
  const [page, hash] = path.split('#');
  return `${campaign}${page}?${VIEW_AS}=${viewer}${hash === undefined ? '' : `#${hash}`}`;
}

/** Value of `aria-current`: the page itself, or a page below it. Links to a part of a page have none. */
function currentIn({ path }: CampaignNavLink, { id }: PlaceInCampaign, pathname: string) {
  if (path.includes('#')) return undefined;
  const own = `/campaigns/${encodeURIComponent(id)}${path}`;
  const isViewedOverview = path === '' && pathname.startsWith(`${own}/as/`);
  if (pathname === own || isViewedOverview) return 'page';
  return path !== '' && pathname.startsWith(`${own}/`) ? 'true' : undefined;
}
