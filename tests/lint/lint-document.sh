#!/bin/sh
# Checks the two OpenAPI documents with two linters and two client generators, each at a pinned version. A tool that cannot be installed is
# reported and skipped; an error, a warning or a renamed schema fails.
set -eu
. tests/lint/tools.sh

export npm_config_loglevel=error
export REDOCLY_SUPPRESS_UPDATE_NOTICE=true
documents='docs/openapi.json docs/openapi-admin.json'
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# $1 is the package, followed by its arguments. First checks whether the package can be installed, so that an error of the tool is not
# mistaken for a missing tool.
npm_tool() {
  package=$1
  shift
  if npm exec --yes --package="$package" -- true 2> /dev/null; then
    npm exec --yes --package="$package" -- "$@"
  else
    echo "lint-document: $package skipped, because the registry does not answer"
  fi
}

echo '== redocly'
npm_tool @redocly/cli@2.77.0 redocly lint --max-problems 20 $documents > "$out/redocly" 2>&1 || { cat "$out/redocly"; exit 1; }
grep -E 'valid|skipped' "$out/redocly"
! grep -E 'You have [0-9]+ warning' "$out/redocly" || { cat "$out/redocly"; exit 1; }

echo '== spectral'
npm_tool @stoplight/spectral-cli@6.16.3 spectral lint --ruleset tests/lint/spectral.yaml --fail-severity=warn $documents

echo '== openapi-typescript'
for document in $documents; do
  node_modules/.bin/openapi-typescript "$document" --output "$out/schema.ts"
done

echo '== openapi-python-client'
if tool_at openapi-python-client==0.29.1 && tool_at ruff==0.14.6; then
  for document in $documents; do
    client=$out/$(basename "$document" .json)
    PATH=$PWD/$tools/bin:$PATH "$tools/bin/openapi-python-client" generate --path "$document" --output-path "$client" \
      --meta none --fail-on-warning > "$out/python" 2>&1 || { cat "$out/python"; exit 1; }
    "$tools/bin/python" -m compileall -q "$client"
    files=$(find "$client" -name '*.py' | wc -l)
    echo "$document: $files files"
    [ "$files" -lt 300 ] || { echo 'A client has a file for each thing, and these are too many: is a shape without a name?'; exit 1; }
  done
else
  echo 'lint-document: openapi-python-client skipped, because there is no Python or no registry'
fi
