import type { ComponentType, ReactNode, AnchorHTMLAttributes, RefAttributes } from 'react';

export interface LinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, RefAttributes<HTMLAnchorElement> {
  to: string;
  children?: ReactNode;
}

export interface NavigateOptions {
  /** Replace the history entry instead of adding one. */
  replace?: boolean;
}

export interface Location {
  pathname: string;
  /** Including the question mark, or empty. */
  search: string;
  hash: string;
}

/** Location of one visit. */
export interface Visit extends Location {
  /** Unique per history entry; going back, forward and reloading keep it. */
  key: string;
}

/** The router's API for remotes. The shell injects it, so that only the shell bundles the router. */
export interface Routing {
  readonly Link: ComponentType<LinkProps>;
  /** Navigates to a path of this site. */
  navigate: (to: string, options?: NavigateOptions) => void;
  useParams: () => Readonly<Record<string, string | undefined>>;
  useLocation: () => Visit;
  /** Sets the document title to `<title> · <product>` while the page is mounted. */
  useTitle: (title: string) => void;
  /** While `when` is true, asks for confirmation before leaving the page (link, history or closing the tab). */
  useUnsavedChanges: (when: boolean) => void;
}
