import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const ADDRESS_QUESTION = 1;
const HEADER = 12;
const NO_ERROR = 0x8180;

/** A name server to which every name is this machine, until it falls silent. */
export class NameServer {
  isSilent = false;
  /** Names that were asked for and not answered. */
  readonly unanswered = new Set<string>();

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, from) => {
      const { name, type, end } = question(query);
      if (this.isSilent) this.unanswered.add(name);
      else socket.send(answer(query.subarray(0, end), type), from.port, from.address);
    });
  }

  /** @param address of this machine, on which no other process has port 53 */
  static async start(address: string): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(53, address);
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  close(): void {
    this.socket.close();
  }
}

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** 127.0.0.1, and no address of any other kind. */
function answer(query: Buffer, type: number): Buffer {
  const found = type === ADDRESS_QUESTION ? 1 : 0;
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(NO_ERROR, 2);
  header.writeUInt16BE(found, 6);
  header.fill(0, 8);
  const record = Buffer.from([0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, query.subarray(HEADER), ...(found ? [record] : [])]);
}
