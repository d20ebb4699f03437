// Minimal reverse proxy as a baseline: forwards everything over keep-alive connections.
import http from 'node:http';
import { listenForBench } from '../processes.mjs';

const { hostname: host, port } = new URL(process.env.UPSTREAM ?? '');
const agent = new http.Agent({ keepAlive: true });

listenForBench(
  http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const passedOn = http.request({ agent, host, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.writeHead(502).end());
    request.pipe(passedOn);
  }),
);
