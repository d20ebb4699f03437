import type { ComponentType, ReactNode } from 'react';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import type { Hints } from './hints';
import type { Routing } from './routing';
import type { SessionView } from './session';
import type { WidgetProps } from './widgets';

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** User id of a player, or `party`: the answer to a GM's GET is the one that this viewer gets. */
  viewAs?: string;
  /** ETag of a cached answer: the server may answer 304 (not modified). */
  ifNoneMatch?: string;
  /** Media type to accept in place of JSON, such as `text/event-stream`. */
  accept?: string;
}

/**
 * One call to the product's own API, by its path (`/api/…`). Adds the Bearer credential when a session
 * exists; an answer of any status resolves. A 401 that a fresh token does not cure ends the session.
 * @throws {NetworkError} ('Network Error') when no answer came.
 */
export type Http = (path: string, options?: HttpOptions) => Promise<Response>;

/** No answer came from the server: no network, or the connection was cut. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  constructor(options?: ErrorOptions) {
    super('Network Error', options);
  }
}

export interface Toast {
  message: string;
  tone?: 'neutral' | 'success' | 'error';
  /** Button of the message, which works once; the message then stays for 10 s. It must not be the only way. */
  action?: { label: string; run: () => void };
}

/** Where an error happened: the remote's id, and a few words for what it was doing (never a person's). */
export interface ReportContext {
  remote: string;
  where: string;
}

/** All that the shell gives to a remote. It arrives as an argument; nothing is global. */
export interface ShellApi {
  /** Version of the federation contract that this shell speaks. */
  readonly contract: string;
  readonly config: PublicConfig;
  readonly session: SessionView;
  readonly http: Http;
  readonly routing: Routing;
  /** A short message that goes by itself; read out by screen readers. */
  toast: (toast: Toast) => void;
  /** Reads a sentence out to screen readers without showing it. */
  announce: (message: string) => void;
  /**
   * Reports an error that a person did not cause to the operators. Without a context the shell reads the remote and its
   * version from the error's stack.
   */
  report: (error: unknown, context?: ReportContext) => void;
  /** Changes on the server; `useHints` subscribes. */
  readonly hints: Hints;
  /** Places a widget of another remote; while it loads or when it fails, the shell's panel stands there. */
  readonly Widget: <Name extends keyof WidgetProps>(props: {
    id: Name;
    props: WidgetProps[Name];
  }) => ReactNode;
  /**
   * Keeps a widget at the lower edge of every page, and its remote in its present version. @returns the function that
   * removes the widget
   */
  readonly dock: <Name extends keyof WidgetProps>(id: Name, props: WidgetProps[Name]) => () => void;
}

/** A page of a remote, under one of the paths that its manifest declares. */
export interface RemotePage {
  path: string;
  Page: ComponentType;
  /** Loads the page's code. The shell calls it before it shows the first page of a remote. */
  load?: () => Promise<unknown>;
}
