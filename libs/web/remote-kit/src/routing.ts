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
  /** With its question mark, or empty. */
  search: string;
  hash: string;
}

/** Where the visitor is, once. */
export interface Visit extends Location {
  /** Another for every entry of the history: a step back, a step forward and a reload bring it back. */
  key: string;
}

/**
 * The router, as remotes see it. It comes through the shell's argument so that the router itself
 * stays in the shell alone.
 */
export interface Routing {
  readonly Link: ComponentType<LinkProps>;
  /** Goes to a path of this site. */
  navigate: (to: string, options?: NavigateOptions) => void;
  useParams: () => Readonly<Record<string, string | undefined>>;
  useLocation: () => Visit;
  /** Sets the document title to `<title> · <product>` while the page is shown. */
  useTitle: (title: string) => void;
  /**
   * While `when` is true, leaving the page (by a link, the history or closing the tab) asks first.
   */
  useUnsavedChanges: (when: boolean) => void;
}
