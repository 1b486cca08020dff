#!/bin/sh
# Runs once, on an empty database: the role of DATABASE_URL, to which the club grants what it needs at each start.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$CLUB_APP_PASSWORD" --set ON_ERROR_STOP=1 <<'SQL'
create role club_app login password :'password';
SQL
