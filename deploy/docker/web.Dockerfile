# syntax=docker/dockerfile:1
# Front end of the product, in two images of one build:
#   edge        the gateway and the shell
#   operations  one-off jobs: secrets, databases, and publishing this build's remotes and shell
#   docker build -f deploy/docker/web.Dockerfile --target edge .
# Both Dockerfiles use the same base, by version and by the digest of its multi-platform index.
ARG NODE_IMAGE=node:22.23.2-bookworm-slim@sha256:48e4b67d85f87bd551df43704e24d252f56cc5f8e9718841aace50f19948f0f9

# Node and its libraries, for the architecture of the image; everything else is the same for all of them.
FROM ${NODE_IMAGE} AS base
COPY deploy/docker/base-tree.mjs /tools/
RUN node /tools/base-tree.mjs /base
# A new volume mounted here takes this folder's owner.
RUN install -d -o 1000 -g 1000 /volume/srv/remotes

# Manifests for npm. Later stages copy from here: a change of a source does not invalidate their layers.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN node deploy/docker/runtime-tree.mjs manifests /workspace
RUN node deploy/docker/runtime-tree.mjs dependencies /edge services/gateway
RUN node deploy/docker/runtime-tree.mjs dependencies /operations deploy/preparation

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS workspace
WORKDIR /build
COPY --from=manifests /workspace/ ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --no-audit --no-fund

FROM workspace AS build
ENV NX_DAEMON=false
COPY . .
RUN --mount=type=cache,target=/build/.nx,sharing=locked \
  npx nx run-many -t build --outputStyle=static \
  -p @tomekeeper/service-gateway,@tomekeeper/preparation,@tomekeeper/shell,'@tomekeeper/remote-*'

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS operations-dependencies
WORKDIR /app
COPY --from=manifests /operations/ ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --no-audit --no-fund --omit=dev --omit=optional --omit=peer --ignore-scripts
COPY deploy/docker/slim-tree.mjs /tools/
RUN node /tools/slim-tree.mjs /app tomekeeper/operations

# Published packages are selected by the tags in their manifests.
FROM build AS operations-output
RUN node deploy/docker/runtime-tree.mjs output /app deploy/preparation \
  && for remote in auth campaigns documents marketing operations search table; do \
    mkdir -p "/app/apps/$remote" && cp -r "apps/$remote/package.json" "apps/$remote/dist" "/app/apps/$remote/"; done \
  && mkdir -p /app/apps/shell && cp -r apps/shell/package.json apps/shell/dist /app/apps/shell/

FROM scratch AS operations
ENV NODE_ENV=production PATH=/usr/local/bin
COPY --from=base /base/ /
COPY --from=base /volume/ /
COPY --from=operations-dependencies /app/ /app/
COPY --from=operations-output /app/ /app/
WORKDIR /app/deploy/preparation
USER 1000:1000
ENTRYPOINT ["node", "dist/main.js"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="tomekeeper/operations" \
  org.opencontainers.image.description="Tomekeeper: secrets, databases and publication of remotes" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS edge-dependencies
WORKDIR /app
COPY --from=manifests /edge/ ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --no-audit --no-fund --omit=dev --omit=optional --omit=peer --ignore-scripts
COPY deploy/docker/slim-tree.mjs /tools/
RUN node /tools/slim-tree.mjs /app tomekeeper/edge

FROM build AS edge-output
RUN node deploy/docker/runtime-tree.mjs output /app services/gateway && cp -r apps/shell/dist /app/shell

FROM scratch AS edge
ENV NODE_ENV=production PATH=/usr/local/bin
COPY --from=base /base/ /
COPY --from=edge-dependencies /app/ /app/
COPY --from=edge-output /app/ /app/
COPY deploy/docker/probe.mjs /app/
WORKDIR /app/services/gateway
ENV SHELL_DIR=/app/shell REMOTES_DIR=/srv/remotes REMOTES_POINTERS=/srv/remotes/live.json
USER 1000:1000
EXPOSE 8080
CMD ["node", "dist/main.js"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="tomekeeper/edge" \
  org.opencontainers.image.description="Tomekeeper: the gateway and the shell" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
