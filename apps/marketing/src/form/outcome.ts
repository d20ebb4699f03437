/** How a form fared: what the page says, and which fields were refused. */
export type Outcome =
  | { status: 'ok'; message: string }
  | {
      status: 'error';
      message: string;
      /** The server's reason, where the message is a fixed one. */
      reason?: string;
      /** What leads to the lines of the log, where the fault is ours. */
      reference?: string;
      fields?: Readonly<Record<string, string>>;
    };

export const ok = (message: string): Outcome => ({ status: 'ok', message });
