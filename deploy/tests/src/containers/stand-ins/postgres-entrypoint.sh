#!/bin/sh
# Makes the cluster at the first start, as the official image's does, and becomes the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # shellcheck disable=SC2086 -- several arguments in one variable
  initdb --pgdata="$PGDATA" --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\n" >>"$PGDATA/postgresql.conf"
  pg_ctl --pgdata="$PGDATA" --options="-c listen_addresses=''" --wait start
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") psql --username=postgres --command="CREATE DATABASE \"$POSTGRES_DB\"" postgres
  pg_ctl --pgdata="$PGDATA" --mode=fast --wait stop
fi
exec "$@"
