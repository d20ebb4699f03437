/** Where an error happened that nobody caused by hand. */
export interface ReportContext {
  remote: string;
  where: string;
}
export type Reporter = (error: unknown, context: ReportContext) => void;

/** What operators learn of an error. */
export interface Report extends ReportContext {
  name: string;
  message: string;
  path: string;
  at: string;
}

/** Passes reports on to every sink; a sink that fails costs nothing. */
export function createReporter(sinks: readonly ((report: Report) => void)[]): Reporter {
  return (error, { remote, where }) => {
    const report: Report = {
      remote,
      where,
      name: error instanceof Error ? error.name : 'Error',
      message: error instanceof Error ? error.message : String(error),
      path: window.location.pathname,
      at: new Date().toISOString(),
    };
    for (const sink of sinks) {
      try {
        sink(report);
      } catch {
        // The report of an error must not become one.
      }
    }
  };
}

/** The one place of the shell that writes to the console. */
export function consoleSink(report: Report) {
  // eslint-disable-next-line no-console -- whoever has the tools open is looking for exactly this
  console.error(`[${report.remote}] ${report.where}: ${report.name}: ${report.message}`);
}
