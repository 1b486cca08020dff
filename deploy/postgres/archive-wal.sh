#!/bin/sh
# archive_command of PostgreSQL (archive.conf): copies one file of WAL into a folder of another machine that is mounted here.
# Ends with 0 only when the file stands there for good, after a power cut too, and never writes over another one.
set -eu
source=$1
archive=$2
target=$archive/$(basename "$source")

if [ -e "$target" ]; then
    # PostgreSQL asks again when it was cut off between the copy and its note of it.
    if cmp -s "$source" "$target"; then
        sync "$target" "$archive"
        exit 0
    fi
    echo "$target is there with other contents: two servers write to one archive" >&2
    exit 1
fi

draft=$archive/.$(basename "$source").$$
trap 'rm -f "$draft"' EXIT
cp "$source" "$draft"
sync "$draft"
# Unlike mv, ln fails when the name has been taken meanwhile.
ln "$draft" "$target"
sync "$archive"
