// A page of a text with nothing around it: no rights, no numbers, no links. The rows are written as JSON.
import http from 'node:http';
import pg from 'pg';
import { listenForBench } from '../processes.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const COLUMNS = 'id, kind, depth, level, text, content, page';
const SQL = {
  passages: `SELECT ${COLUMNS} FROM passage
              WHERE document_id = $1 AND position >= coalesce((SELECT position FROM passage WHERE id = $2), -1)
              ORDER BY position LIMIT $3`,
  headings: `SELECT ${COLUMNS} FROM passage
              WHERE document_id = $1 AND $2::uuid IS NULL AND kind = 'heading' ORDER BY position LIMIT $3`,
};

listenForBench(
  http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const sql = pathname === '/headings' ? SQL.headings : SQL.passages;
    const values = ['document', 'from', 'limit'].map((name) => searchParams.get(name));
    pool.query(sql, values).then(
      ({ rows }) => {
        const body = JSON.stringify({ passages: rows });
        response
          .writeHead(200, {
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(body),
          })
          .end(body);
      },
      () => response.writeHead(500).end(),
    );
  }),
);
