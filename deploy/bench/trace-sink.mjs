// Takes the traces of a product and forgets them.
import { createServer } from 'node:http';
import { listenForBench } from './processes.mjs';

listenForBench(
  createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  }),
);
