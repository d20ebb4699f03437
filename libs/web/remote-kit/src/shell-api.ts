import type { ComponentType, ReactNode } from 'react';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import type { Hints } from './hints';
import type { Routing } from './routing';
import type { SessionView } from './session';
import type { WidgetProps } from './widgets';

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a `Blob` is sent unchanged, with its own type. */
  body?: unknown;
  signal?: AbortSignal;
  /** View-as for GET requests of GMs: user id of a player, or `party`. */
  viewAs?: string;
  /** ETag of a cached response; the server may respond 304 (not modified). */
  ifNoneMatch?: string;
  /** Accepted media type if not JSON, such as `text/event-stream`. */
  accept?: string;
}

/**
 * Calls the product API by path (`/api/…`). Adds the Bearer token if a session exists; resolves with responses of any status.
 * Expires the session if a 401 persists after a token refresh.
 * @throws {NetworkError} ('Network Error') if no response arrived
 */
export type Http = (path: string, options?: HttpOptions) => Promise<Response>;

/** No response from the server: offline, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(options?: ErrorOptions) {
    super('Network Error', options);
  }
}

export interface Toast {
  message: string;
  tone?: 'neutral' | 'success' | 'error';
  /** Single-use button of the toast, which then stays for 10 s. Must not be the only way to reach the action. */
  action?: { label: string; run: () => void };
}

/** Source of an error: the remote's id and a short description of the operation (never user input). */
export interface ReportContext {
  remote: string;
  where: string;
}

/** The shell's API for a remote, passed as an argument; there are no globals. */
export interface ShellApi {
  /** Version of the federation contract that this shell implements. */
  readonly contract: string;
  readonly config: PublicConfig;
  readonly session: SessionView;
  readonly http: Http;
  readonly routing: Routing;
  /** Shows a short message that disappears automatically; screen readers announce it. */
  toast: (toast: Toast) => void;
  /** Announces a sentence to screen readers without showing it. */
  announce: (message: string) => void;
  /**
   * Reports an unexpected error to the operators. Without a context the shell derives the remote and its version from the error's
   * stack.
   */
  report: (error: unknown, context?: ReportContext) => void;
  /** Invalidation events; subscribe with `useHints`. */
  readonly hints: Hints;
  /** Renders a widget of another remote; shows the shell's placeholder while it loads or if it fails. */
  readonly Widget: <Name extends keyof WidgetProps>(props: {
    id: Name;
    props: WidgetProps[Name];
    /** Renders nothing while it loads or if it fails: the page does not need it. */
    isOptional?: boolean;
  }) => ReactNode;
  /**
   * Docks a widget at the lower edge of every page and keeps its remote at the current version.
   * @returns the function that removes the widget
   */
  readonly dock: <Name extends keyof WidgetProps>(id: Name, props: WidgetProps[Name]) => () => void;
}

/** A page of a remote under one of the paths in its manifest. */
export interface RemotePage {
  path: string;
  Page: ComponentType;
  /** Loads the page's code. The shell calls it before it renders a remote's first page. */
  load?: () => Promise<unknown>;
}
