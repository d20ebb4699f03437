import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Handles a connection instead of forwarding it. */
export type Fault = (socket: Socket, target: number) => void;

/** A TCP proxy to an external dependency that injects faults. */
export class FaultyLine {
  private readonly sockets = new Set<Socket>();
  private fault: Fault = passOn;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly target: number,
  ) {}

  static async open(port: number, target: number): Promise<FaultyLine> {
    const server = createServer();
    const line = new FaultyLine(server, port, target);
    server.on('connection', (socket) => line.take(socket));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  /** Applies the fault from now on, and closes existing connections. */
  fail(fault: Fault): void {
    this.fault = fault;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.fail(passOn);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private take(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    this.fault(socket, this.target);
  }
}

const passOn: Fault = (near, target) => join(near, target, (far) => far.pipe(near));

/** As if no process listened on the port. */
export const refuse: Fault = (socket) => void socket.resetAndDestroy();

/** Accepts the connection and never responds. */
export const beSilent: Fault = (socket) => void socket.resume();

/** Forwards everything, and delays each chunk of the response by so many milliseconds. */
export const beSlow =
  (milliseconds: number): Fault =>
  (near, target) =>
    join(near, target, (far) => {
      let before: Promise<unknown> = Promise.resolve();
      far.on('data', (piece) => {
        before = before.then(() => pause(milliseconds)).then(() => near.write(piece));
      });
      far.on('end', () => void before.then(() => near.end()));
    });

/** Sends the same response to every HTTP request. */
export const answerHttp =
  (head: string): Fault =>
  (socket) =>
    socket.on('data', () => socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`));

function join(near: Socket, target: number, back: (far: Socket) => void): void {
  const far = connect(target, '127.0.0.1');
  near.pipe(far);
  back(far);
  far.on('error', () => near.destroy());
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroySoon());
}
