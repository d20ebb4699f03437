// What most gateways of this kind are: Nest on Express with http-proxy-middleware.
import 'reflect-metadata';
import http from 'node:http';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { listenForBench } from '../processes.mjs';

const { UPSTREAM, KEEP_ALIVE } = process.env;

class AppModule {}
Module({})(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.use(
  createProxyMiddleware({
    target: UPSTREAM,
    pathFilter: '/api',
    // Without an agent, as the documentation's examples are, each call opens a connection.
    ...(KEEP_ALIVE ? { agent: new http.Agent({ keepAlive: true }) } : {}),
  }),
);
await app.init();
listenForBench(app.getHttpServer());
