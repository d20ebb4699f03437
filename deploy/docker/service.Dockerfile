# syntax=docker/dockerfile:1
# One image per service: its API (dist/main.js), its worker (dist/main.worker.js) and its migrations
# (dist/migrate.js) are commands of the same image, so they can never be of different versions.
#   docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=campaign .
# Both Dockerfiles name the same base, by version and by the digest of its index of architectures.
ARG NODE_IMAGE=node:22.23.2-bookworm-slim@sha256:48e4b67d85f87bd551df43704e24d252f56cc5f8e9718841aace50f19948f0f9

# Node and its libraries, for the architecture of the image; everything else is the same for all of them.
FROM ${NODE_IMAGE} AS base
COPY deploy/docker/base-tree.mjs /tools/
RUN node /tools/base-tree.mjs /base

# Manifests for npm. Later stages copy from here: a change of a source does not invalidate their layers.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
ARG SERVICE
WORKDIR /source
COPY . .
RUN test -n "$SERVICE" \
  && node deploy/docker/runtime-tree.mjs manifests /workspace \
  && node deploy/docker/runtime-tree.mjs dependencies /app "services/$SERVICE"

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS workspace
WORKDIR /build
COPY --from=manifests /workspace/ ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --no-audit --no-fund

# Native code is distributed as one package per platform, and npm selects the image's platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
ARG SERVICE
ARG TARGETARCH=amd64
WORKDIR /app
COPY --from=manifests /app/ ./
RUN --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --prefer-offline --no-audit --no-fund --omit=dev --omit=peer --ignore-scripts \
  --os=linux --libc=glibc --cpu="$(node -p 'process.env.TARGETARCH === "arm64" ? "arm64" : "x64"')"
COPY deploy/docker/slim-tree.mjs /tools/
RUN node /tools/slim-tree.mjs /app "tomekeeper/$SERVICE"

FROM workspace AS build
ARG SERVICE
ENV NX_DAEMON=false
COPY . .
RUN --mount=type=cache,target=/build/.nx,sharing=locked \
  npx nx run "@tomekeeper/service-$SERVICE:build" --outputStyle=static \
  && node deploy/docker/runtime-tree.mjs output /app "services/$SERVICE"

FROM scratch
ARG SERVICE
ENV NODE_ENV=production PATH=/usr/local/bin
# Owned by root and read-only for the service, so it can't modify its program.
COPY --from=base /base/ /
COPY --from=dependencies /app/ /app/
COPY --from=build /app/ /app/
COPY deploy/docker/probe.mjs /app/
WORKDIR /app/services/${SERVICE}
USER 1000:1000
EXPOSE 8080
CMD ["node", "dist/main.js"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="tomekeeper/${SERVICE}" \
  org.opencontainers.image.description="Tomekeeper: API, worker and migrations of the ${SERVICE} service" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
