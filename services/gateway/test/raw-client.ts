import net from 'node:net';

export interface RawAnswer {
  status: number;
  text: string;
}

/**
 * Sends bytes as they are, which no HTTP client would, and reads until the other side hangs up or has answered
 * with a whole body of known length.
 */
export function send(base: string, bytes: string, from = '127.0.0.1'): Promise<RawAnswer> {
  const socket = connect(base, from);
  socket.write(bytes);
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (isWhole(text)) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
  });
}

/** A connection from an address of this machine, whose end is not awaited. */
export function connect(base: string, from = '127.0.0.1'): net.Socket {
  const { hostname, port } = new URL(base);
  return net.connect({ host: hostname, port: Number(port), localAddress: from });
}

function isWhole(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length);
}
