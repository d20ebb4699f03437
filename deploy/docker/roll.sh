#!/bin/sh
# Replaces the image of one service without failed requests, while `docker compose up` alone would stop the
# old containers before the new ones are ready:
#   docker compose build campaign && deploy/docker/roll.sh campaign
# New containers start while the old ones run; the old ones are stopped when all new ones are healthy. If a
# new container does not become healthy, the new ones are removed and the old ones keep running. COMPOSE_FILE
# selects another project file; DOCKER and COMPOSE select other programs.
set -eu

service=${1:?names no service}
docker=${DOCKER:-docker}
compose=${COMPOSE:-docker compose}
patience=${PATIENCE:-120}
: "${COMPOSE_FILE:=$(dirname "$0")/../../docker-compose.yml}"
export COMPOSE_FILE

services=$($compose config --services)
has() { echo "$services" | grep -qx -e "$1"; }
if ! has "migrate-$service" && [ "$service" != search-model ]; then
  echo "roll.sh renews a service with migrations of its own, together with its worker, or search-model; '$service' is neither. The gateway has the port: 'docker compose up -d gateway' renews it within seconds." >&2
  exit 64
fi

old=$($compose ps --quiet "$service")
[ -n "$old" ] || { echo "$service does not run: '$compose up -d $service' starts it." >&2; exit 1; }
count=$(echo "$old" | wc -l)

up() { $compose up --detach --no-build --no-deps --no-recreate "$@"; }
new() { for one in $($compose ps --all --quiet "$service"); do echo "$old" | grep -q "$one" || echo "$one"; done; }
end() { for one in "$@"; do $docker stop "$one" >/dev/null && $docker rm "$one" >/dev/null; done; }

# A migration only adds, so the old containers work on.
if has "migrate-$service"; then $compose run --rm --no-deps "migrate-$service"; fi
up --scale "$service=$((count * 2))" "$service"

for one in $(new); do
  left=$patience
  while [ "$($docker inspect --format '{{.State.Health.Status}}' "$one")" != healthy ]; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      echo "A new container of $service is not healthy after $patience s; the old ones stay. It says:" >&2
      $docker logs --tail 20 "$one" >&2
      # shellcheck disable=SC2046 -- one word a container
      end $(new)
      exit 1
    fi
    sleep 1
  done
done
# shellcheck disable=SC2086
end $old
# Workers process jobs from a queue, so a short interruption has no visible effect.
if has "$service-worker"; then $compose up --detach --no-build --no-deps "$service-worker"; fi
echo "$service: $count renewed."
