#!/bin/sh
# PgBouncer gets the password of the serving role by the environment and reads it from a file.
set -eu
umask 077
printf '"club_app" "%s"\n' "$CLUB_APP_PASSWORD" > /etc/pgbouncer/userlist.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
