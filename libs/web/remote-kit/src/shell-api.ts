import type { ComponentType, ReactNode } from 'react';
import type { PublicConfig } from '@tomekeeper/contracts-federation';
import type { Hints } from './hints';
import type { Routing } from './routing';
import type { SessionView } from './session';
import type { WidgetProps } from './widgets';

export interface HttpOptions {
  /** `PUT` is named from contract 1.9 on; shells of before send it as well. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /**
   * The user id of a player, or `party`: a GM's GET is answered as theirs would be. From contract 1.5 on; a shell of
   * before would show the GM's own answer, so look at `contract` first.
   */
  viewAs?: string;
  /**
   * The ETag of an answer that the caller has kept: the server may say 304, 'as before'. From contract 1.8 on; a shell of
   * before leaves it out, and all of the answer comes.
   */
  ifNoneMatch?: string;
  /**
   * What the caller can read in place of JSON, such as `text/event-stream`. From contract 1.10 on; a shell of before asks for JSON,
   * so look at the answer's content type.
   */
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
  /**
   * What a press on the message's button does, once; the message then stays for 10 s. A shell of contract 1.3 or
   * before shows the message without it, so it must not be the only way.
   */
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
   * Tells the operators about an error that a person did not cause. From contract 1.2 on the context may be left
   * out: the shell then reads the remote and its version from the error's stack.
   */
  report: (error: unknown, context?: ReportContext) => void;
  /** What changes on the server meanwhile; `useHints` listens. From contract 1.7 on. */
  readonly hints?: Hints;
  /** Places a widget of another remote; while it loads or when it fails, the shell's panel stands there. */
  readonly Widget: <Name extends keyof WidgetProps>(props: {
    id: Name;
    props: WidgetProps[Name];
  }) => ReactNode;
  /**
   * Keeps a widget at the lower edge of every page, whatever page is shown, and its remote in the version that it has; from
   * contract 1.6 on. @returns the function that takes it away
   */
  readonly dock: <Name extends keyof WidgetProps>(id: Name, props: WidgetProps[Name]) => () => void;
}

/** A page of a remote, under one of the paths that its manifest declares. */
export interface RemotePage {
  path: string;
  Page: ComponentType;
  /** Brings the page's code. From contract 1.3 on the shell calls it before it shows the first page of a remote. */
  load?: () => Promise<unknown>;
}
