#!/bin/sh
# Runs schemathesis with every check on every operation of both OpenAPI documents, against a real service on a database of its own. Takes a
# few minutes. FUZZ_SEED repeats a run; FUZZ_EXAMPLES sets the number of examples per operation.
set -eu
. tests/lint/tools.sh

tool_at schemathesis==4.32.5 || skip fuzz-document 'there is no Python or no registry'

data=$(mktemp -d)
export LEDGER_DATA_DIR=$data PORT=${FUZZ_PORT:-18977} LOG_LEVEL=error
seed=${FUZZ_SEED:-$(date +%s)}
url=http://127.0.0.1:$PORT
node dist/src/app/main.js > "$data/service.log" 2>&1 &
service=$!
trap 'kill $service 2> /dev/null; wait $service 2> /dev/null || true; rm -rf "$data"' EXIT

for _ in $(seq 120); do
  curl --silent --fail --output /dev/null "$url/readyz" && break
  kill -0 $service || { cat "$data/service.log"; exit 1; }
  sleep 0.5
done

keyOf() {
  node dist/src/app/cli.js "$@" --json | node -e 'console.log(JSON.parse(require("node:fs").readFileSync(0, "utf8")).key)'
}
key=$(keyOf keys create --ledger USD-MAIN --rate-limit 1000000 --capability attributes:admin --capability periods:admin \
  --capability events:admin --capability strings:participate:GLOBAL)
adminKey=$(keyOf admin-keys create --name fuzz --all-tenants)

export SCHEMATHESIS_HOOKS=schemathesis_hooks PYTHONPATH=tests/lint
fuzz() {
  document=$1
  authorization="Authorization: Bearer $2"
  shift 2
  "$tools/bin/schemathesis" --config-file tests/lint/schemathesis.toml run "$url/$document" --header "$authorization" \
    --seed "$seed" --no-color --continue-on-failure "$@"
}
examples=${FUZZ_EXAMPLES:-15}
failed=0
echo "fuzz-document: seed $seed"
# The service answers 429 to an address that sends more than 20 requests per second with a wrong key, so requests without a key are tested
# separately and slowly.
for document in openapi.json openapi-admin.json; do
  [ $document = openapi.json ] && own=$key || own=$adminKey
  fuzz $document "$own" --phases examples,coverage,fuzzing --max-examples "$examples" --exclude-checks ignored_auth || failed=1
  fuzz $document "$own" --phases examples --checks ignored_auth --rate-limit 12/s || failed=1
done
kill -0 $service || { echo 'fuzz-document: the service ended'; exit 1; }
exit $failed
