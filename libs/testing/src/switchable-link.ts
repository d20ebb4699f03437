import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type SwitchableLink = {
  /** Like the target's, but through the link. */
  readonly url: string;
  /** Closes open connections and rejects new ones. */
  cut(): void;
  mend(): void;
  /** Present connections go silent and stay so, as if the host had vanished; new ones get through. */
  swallow(): void;
  stop(): Promise<void>;
};

/** A line to a backing service that a spec can cut, as if that service were down. */
export async function startSwitchableLink(target: string): Promise<SwitchableLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: Object.assign(new URL(target), { port: String((server.address() as AddressInfo).port) })
      .href,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    swallow() {
      sockets.forEach((socket) => socket.unpipe().resume());
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}
