# syntax=docker/dockerfile:1
# One image per service: its API (dist/main.js), its worker (dist/main.worker.js) and its migrations
# (dist/migrate.js) are commands of the same image, so they can never be of different versions.
#   docker build -f deploy/docker/service.Dockerfile --build-arg SERVICE=campaign .
ARG NODE_IMAGE=node:22.22.2-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
ENV NX_DAEMON=false
COPY . .
RUN npm ci --no-audit --no-fund
ARG SERVICE
RUN test -n "$SERVICE" && npx nx run "@tomekeeper/service-$SERVICE:build" --outputStyle=static \
  && node deploy/docker/runtime-tree.mjs /app "services/$SERVICE"
WORKDIR /app
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
  --workspace "services/$SERVICE"

FROM ${NODE_IMAGE}
ARG SERVICE
ENV NODE_ENV=production
# Owned by root and only read by the service: it can't change its own program.
COPY --from=build /app /app
WORKDIR /app/services/${SERVICE}
USER node
EXPOSE 8080
CMD ["node", "dist/main.js"]
