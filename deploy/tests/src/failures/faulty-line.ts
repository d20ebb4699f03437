import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What becomes of a call: it is passed on, or something else happens to it. */
export type Mood = (socket: Socket, target: number) => void;

/** A line to a part outside the product, on which anything can be made to happen. */
export class FaultyLine {
  private readonly sockets = new Set<Socket>();
  private mood: Mood = passOn;

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

  /** From now on, for those who are connected too: they have to call again. */
  become(mood: Mood): void {
    this.mood = mood;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.become(passOn);
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
    this.mood(socket, this.target);
  }
}

const passOn: Mood = (near, target) => join(near, target, (far) => far.pipe(near));

/** Nobody there. */
export const refuse: Mood = (socket) => void socket.resetAndDestroy();

/** Takes the call and says nothing at all. */
export const beSilent: Mood = (socket) => void socket.resume();

/** Passes everything on; each piece of the answer comes so much later. */
export const beSlow =
  (milliseconds: number): Mood =>
  (near, target) =>
    join(near, target, (far) => {
      let before: Promise<unknown> = Promise.resolve();
      far.on('data', (piece) => {
        before = before.then(() => pause(milliseconds)).then(() => near.write(piece));
      });
      far.on('end', () => void before.then(() => near.end()));
    });

/** Answers every request of HTTP alike. */
export const answerHttp =
  (head: string): Mood =>
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
