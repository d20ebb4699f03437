import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the object store on which something happens at a certain request. */
export class CountingLine {
  private readonly server: http.Server;
  private seen = 0;
  private at = Infinity;
  private when: 'before' | 'after' = 'before';
  private strike = () => {};

  constructor(private readonly target: URL) {
    this.server = http.createServer((request, answer) => {
      this.seen += 1;
      const isIt = this.seen === this.at;
      if (isIt && this.when === 'before') return this.strike();
      this.pass(request, answer, isIt);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Strikes at the request of that number: before it has reached the store, or after it was done there. */
  expectStrike(at: number, when: 'before' | 'after', strike: () => void): void {
    Object.assign(this, { seen: 0, at, when, strike });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(request: http.IncomingMessage, answer: http.ServerResponse, isIt: boolean): void {
    const { method, url: path, headers } = request;
    const { hostname, port } = this.target;
    const onward = http.request({ hostname, port, method, path, headers }, (found) => {
      if (isIt) {
        found.resume().once('end', this.strike);
        return;
      }
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    // The client has closed the connection.
    onward.on('error', () => answer.destroy());
    request.on('error', () => onward.destroy());
    request.pipe(onward);
  }
}
