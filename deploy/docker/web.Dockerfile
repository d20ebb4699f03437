# syntax=docker/dockerfile:1
# What browsers load, in two images of one build:
#   edge        the gateway and the shell
#   operations  one-shot work: secrets, databases, and publishing this build's remotes and shell
#   docker build -f deploy/docker/web.Dockerfile --target edge .
ARG NODE_IMAGE=node:22.22.2-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
ENV NX_DAEMON=false
COPY . .
RUN npm ci --no-audit --no-fund
RUN npx nx run-many -t build --outputStyle=static \
  -p @tomekeeper/service-gateway,@tomekeeper/launcher,@tomekeeper/shell,'@tomekeeper/remote-*'

FROM build AS edge-tree
RUN node deploy/docker/runtime-tree.mjs /app services/gateway && cp -r apps/shell/dist /app/shell
WORKDIR /app
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
  --workspace services/gateway

FROM build AS operations-tree
RUN node deploy/docker/runtime-tree.mjs /app deploy/local \
  && for remote in auth campaigns documents marketing operations; do \
    cp -r "apps/$remote/dist" "/app/apps/$remote/dist"; done \
  && cp -r apps/shell/dist /app/apps/shell/dist
WORKDIR /app
# Without optional packages no embedded PostgreSQL comes along.
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
  --workspace deploy/local

FROM ${NODE_IMAGE} AS operations
ENV NODE_ENV=production
COPY --from=operations-tree /app /app
# A new volume mounted here takes this folder's owner.
RUN install -d -o node -g node /srv/remotes
WORKDIR /app/deploy/local
USER node
ENTRYPOINT ["node", "dist/operations.main.js"]

FROM ${NODE_IMAGE} AS edge
ENV NODE_ENV=production
COPY --from=edge-tree /app /app
WORKDIR /app/services/gateway
ENV SHELL_DIR=/app/shell REMOTES_DIR=/srv/remotes REMOTES_POINTERS=/srv/remotes/live.json
USER node
EXPOSE 8080
CMD ["node", "dist/main.js"]
