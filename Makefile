# The two commands: `make run` and `make test`. Nothing is needed beyond Node (20.19 or newer), npm and make.

.PHONY: run test proof test-busy test-again hostile bank test-python test-browser pictures test-memory model dry-runs test-next test-node test-package lint-deploy test-pgbouncer test-citus docs docs-site words-sample faults imports neighbours backups operating mutants check format lint types architecture unit build service bench bench-quick bench-reads bench-growth bench-expiry bench-reports bench-wide-reports bench-proof bench-search bench-export bench-limits bench-import bench-events clean lint-document fuzz-document
.DEFAULT_GOAL := run

installed := node_modules/.installed
built := dist/.built
console := dist/console/index.html
client := clients/typescript/dist/cjs/package.json
bin := node_modules/.bin
# Objects of tests live for milliseconds. A larger young generation halves the cost of garbage collection (see bin/ledger).
jest := node --max-semi-space-size=32 $(bin)/jest
# The files of /docs, with the licences of their authors.
swagger_ui := swagger-ui-bundle.js swagger-ui-bundle.js.LICENSE.txt swagger-ui.css favicon-32x32.png LICENSE NOTICE

# Announces a long step, and prints a dot every four seconds while it runs. The dots end with their shell.
slowly = @printf '%s' $(1); (while sleep 4 && kill -0 $$$$ 2>/dev/null; do printf ' .'; done) & dots=$$!; \
	trap 'exit 130' INT TERM; trap 'kill $$dots 2>/dev/null; echo' EXIT; $(2)

# Installed again whenever the lock file changes.
$(installed): package.json package-lock.json .npmrc $(wildcard packages/*/package.json)
	$(call slowly,'Installing the packages (half a minute: this once)',npm ci --no-audit --no-fund --loglevel=error --no-progress)
	@touch $@

# The console is kept: it has its own rule. Types are checked by `make check`, which takes twice as long as to build without.
$(built): $(installed) tsconfig.json $(shell find src packages -path packages/console/src/web -prune -o -path 'packages/*/tests' -prune -o -name '*.ts' -print -o -name '*.sql' -print)
	@mkdir -p dist && find dist -mindepth 1 -maxdepth 1 ! -name console -exec rm -rf {} +
	$(call slowly,'Building the service',$(bin)/tsc -p tsconfig.json --noCheck)
	@find src -name '*.sql' -exec sh -c 'for file; do cp "$$file" "dist/$$file" || exit; done' sh {} +
	@mkdir -p dist/src/app/swagger-ui && cd node_modules/swagger-ui-dist && cp $(swagger_ui) $(CURDIR)/dist/src/app/swagger-ui
	@ln -sf ../../bin/ledger $(bin)/ledger
	@touch $@

# The console, which is served at /console, and the API types that it uses.
$(console): $(installed) clients/typescript/schema.ts clients/typescript/admin-schema.ts $(shell find packages/console/src/web -type f)
	$(call slowly,'Building the console',$(bin)/vite build -c packages/console/src/web/vite.config.mjs --logLevel warn)
	@touch $@

# The client as other programs install it, as CommonJS and as ES modules.
$(client): $(installed) $(shell find clients/typescript/src -name '*.ts') $(wildcard clients/typescript/*.json)
	@rm -rf clients/typescript/dist
	@$(bin)/tsc -p clients/typescript/tsconfig.esm.json && $(bin)/tsc -p clients/typescript/tsconfig.cjs.json
	@node clients/typescript/mark-formats.mjs

build: $(built) $(console) $(client)

# The service without the client: everything that the image is built from.
service: $(built) $(console)

run: $(built) $(console)
	@exec node --max-semi-space-size=32 --heap-growing-percent=60 dist/src/app/main.js

# All quick tests, in about five minutes on two cores: tests/lanes/lanes.js lists them.
test: $(built) $(console)
	@$(jest) -c tests/test.config.js $(JEST_FLAGS)

# The long tests, in parts: the API on PostgreSQL, faults, servers, browsers, packages, random histories, neighbours. ONLY selects one part,
# MINUTES limits the run; the order rotates by the day.
proof: $(built) $(console) $(client)
	@node tests/lanes/proof.mjs $(if $(ONLY),--only '$(ONLY)') $(if $(MINUTES),--minutes=$(MINUTES)) $(PROOF_FLAGS)

# Runs `make test` ten times in a row while two loops keep both cores busy, and prints the times. It fails if one run fails.
test-busy: $(built) $(console)
	@node tests/lanes/again.mjs --times $(or $(RUNS),10) --busy 2

# The same on idle cores: twenty times.
test-again: $(built) $(console)
	@node tests/lanes/again.mjs --times $(or $(RUNS),20)

# Tests of the API on the service in memory: no database is started, and tests that need PostgreSQL are left out.
test-memory: $(installed)
	@$(jest) -c tests/memory.config.js $(JEST_FLAGS)

# The console in a real Chromium (CHROMIUM names it), every page of it; part of `make proof` if one is found. BOOKS=full creates a
# million transactions first, which takes a quarter of an hour.
test-browser: $(built) $(console)
	@LEDGER_TEST_BROWSER=$(or $(BOOKS),small) $(jest) -c tests/jest.config.js --runInBand tests/browser $(JEST_FLAGS)

# Takes the screenshots of the README and of docs/use/console.md again, from sample books.
pictures: $(built) $(console)
	@LEDGER_TAKE_PICTURES=yes $(jest) -c tests/jest.config.js tests/browser/pictures

# All tests of the API through a pgbouncer in transaction mode, which must be installed. `make proof` runs some of them this way.
test-pgbouncer: $(built)
	@LEDGER_TEST_POOLER=pgbouncer $(jest) -c tests/jest.config.js tests/api $(JEST_FLAGS)

# Tests of the API, and those of the cluster itself, on the cluster whose coordinator CITUS_URL names as a superuser. The latter
# kill its workers, so they run after the others, one at a time.
test-citus: $(built)
ifdef CITUS_URL
	@$(jest) -c tests/cluster.config.js tests/api $(JEST_FLAGS)
	@$(jest) -c tests/cluster.config.js --runInBand tests/cluster $(JEST_FLAGS)
else
	@echo 'test-citus: skipped, because CITUS_URL names no cluster'
endif

# The contracts of the stores on the newest version of the driver instead of the pinned one: is an upgrade safe?
test-next: $(built)
	@npm install --prefix .next --no-save --no-audit --no-fund --loglevel=error pg@latest
	@LEDGER_TEST_PG=$(CURDIR)/.next/node_modules/pg $(jest) -c tests/jest.config.js tests/contract tests/api/posting-at-once $(JEST_FLAGS)

# Hostile values in every field of every endpoint, all of them. LEDGER_FUZZ_SEED replays a run.
hostile: $(built)
	@LEDGER_TEST_HOSTILE=full $(jest) -c tests/jest.config.js tests/api/hostile-input $(JEST_FLAGS)

# Fifteen months of a real bank with all its customers, also exported to hledger and beancount;
# LEDGER_BANK_DATA names the data.
bank: $(built)
	@LEDGER_TEST_BANK=full $(jest) -c tests/jest.config.js tests/api/bank-1993 $(JEST_FLAGS)

# Everything on another version of Node: make test-node NODE=24
test-node: $(built)
	@npm exec --yes --package=node@$(NODE) -- $(MAKE) test

# The package as a user gets it: packed, installed by npm into an empty folder, from a migration to a posting. Up to ten minutes.
test-package: $(built) $(console)
	@LEDGER_TEST_PACKAGE=full $(jest) -c tests/jest.config.js --runInBand tests/package $(JEST_FLAGS)

# Lints deploy/ with hadolint, shellcheck, compose, systemd and helm, as far as they are installed. `make check` needs none of them.
lint-deploy: $(installed)
	@deploy/lint

# Random commands compared with a naive ledger, eighty times as many as in `make test`: about seven minutes. MODEL_SEED replays a run.
model: $(built)
	@MODEL_SEQUENCES=400 $(jest) -c tests/jest.config.js tests/model/model $(JEST_FLAGS)

# 5,000 random dry runs, each compared with the same write, fifty times as many as in `make test`. DRY_RUN_SEED replays a run.
dry-runs: $(built)
	@DRY_RUN_PAIRS=5000 $(jest) -c tests/jest.config.js tests/model/dry-runs $(JEST_FLAGS)

# Proof under faults, in full: up to ten minutes. `make test` runs a short form of the same. LEDGER_TEST_SEED replays a run.
faults: $(built)
	@LEDGER_TEST_FAULTS=full $(jest) -c tests/jest.config.js --runInBand tests/faults $(JEST_FLAGS)

# Imports and exports in full: a thousand damaged files, ten kills, larger books, fifty random ones. Three minutes or more. LEDGER_TEST_SEED replays a run.
imports: $(built)
	@LEDGER_TEST_IMPORTS=full LEDGER_TEST_ROWS=full $(jest) -c tests/jest.config.js --runInBand tests/api/import tests/model/exports $(JEST_FLAGS)

# Twenty backups under load, each restored on another server: some minutes. LEDGER_TEST_SEED replays a run.
backups: $(built)
	@LEDGER_TEST_BACKUPS=full $(jest) -c tests/jest.config.js --runInBand tests/operating/backups $(JEST_FLAGS)

# Every page of docs/operate, followed step by step: some minutes.
operating: $(built)
	@LEDGER_TEST_PAGES=full $(jest) -c tests/jest.config.js --runInBand tests/operating/pages $(JEST_FLAGS)

# The Python client in its own environment, with packages from the registry; `make proof` runs it if python3 has the packages.
test-python: $(installed)
	@LEDGER_TEST_PYTHON=fetch $(jest) -c tests/jest.config.js tests/clients/python $(JEST_FLAGS)

# Tests the tests: deliberate bugs, each switched on alone in a copy, must be caught by the named tests.
mutants: $(built)
	@$(jest) -c tests/mutants/jest.config.js $(JEST_FLAGS)

# A random sample of the texts that people read here, for a reader who sees nothing else: `make words-sample SEED=7` draws the same sample again.
words-sample: $(installed)
	@WORDS_SEED=$(or $(SEED),new) $(jest) -c tests/check.config.js tests/unit/docs/words-sample --silent=false

# Generates again:  the answers that the examples show, then the document, the refusals, the client's types and the rooms.
docs: $(installed)
	@UPDATE_DOCS=1 $(jest) -c tests/jest.config.js tests/api/try-it-out -t 'nobody touched'
	@UPDATE_DOCS=1 $(jest) -c tests/jest.config.js tests/api/recorded-events
	@UPDATE_DOCS=1 $(jest) -c tests/jest.config.js tests/api/recorded-administration
	@UPDATE_DOCS=1 $(jest) -c tests/jest.config.js tests/unit/docs/document
	@UPDATE_DOCS=1 $(jest) -c tests/check.config.js tests/architecture/rooms

# Builds the pages of docs into a static, searchable site, tools/docs-site/out, and checks that it loads nothing from another host. The
# generator is a separate package there, so that other installations do not need it.
docs-site:
	@cd tools/docs-site && { [ -d node_modules ] || npm ci --loglevel=error --no-progress; }
	@cd tools/docs-site && node_modules/.bin/vitepress build . && node check.mjs

# Generates the list of the guards that the migrations create again:  migrations/guards.json. After each new migration.
guards: $(installed)
	@UPDATE_DOCS=1 $(jest) -c tests/jest.config.js tests/contract/guards.test -t 'the list in the repository'

# Checks the two documents with linters and client generators of other projects: two minutes, tools at pinned versions, from the registries.
lint-document: $(installed)
	@tests/lint/lint-document.sh

# schemathesis over every operation of both documents, against the service on a database of its own: some ten minutes.
fuzz-document: $(built) $(console)
	@tests/lint/fuzz-document.sh

# All quick checks without a database, two at a time.
check: $(installed)
	@$(MAKE) -j2 --no-print-directory lint fast-tests format types

# The longest lint runs in parallel with the tests.
fast-tests: $(installed)
	@$(jest) -c tests/check.config.js --maxWorkers 1 $(JEST_FLAGS)

format: $(installed)
	@$(bin)/prettier --check --log-level warn .

lint: $(installed)
	@$(bin)/eslint --max-warnings 0 .

types: $(installed)
	@$(bin)/tsc --noEmit -p tsconfig.check.json
	@$(bin)/tsc --noEmit -p packages/console/src/web/tsconfig.json

architecture: $(installed)
	@$(jest) -c tests/check.config.js tests/architecture

unit: $(installed)
	@$(jest) -c tests/check.config.js tests/unit packages/

bench: $(built)
	@node dist/src/app/cli.js bench

# The same in under a minute, for a first impression.
bench-quick: $(built)
	@node dist/src/app/cli.js bench --quick

# Reads in their full size: an account of 1,000,000 entries in a ledger of 5,000,000 transactions. Up to 15 minutes.
bench-reads: $(built)
	@node dist/src/app/cli.js bench --only reads

# The first against the third million transactions of one ledger. Up to 15 minutes.
bench-growth: $(built)
	@node dist/src/app/cli.js bench --only growth

# 10,000 of 110,000 holds expire at once, during half of the peak load; and the cost of looking for them in an idle service.
bench-expiry: $(built)
	@node dist/src/app/cli.js bench --only expiry

# A journal of 1,000,000 transactions over HTTP in each format: speed and memory.
bench-export: $(built)
	@node dist/src/app/cli.js bench --only exports

# The cost of limits: an account with ten years of later days, and a posting before 100,000 entries. Three minutes.
bench-limits: $(built)
	@node dist/src/app/cli.js bench --only limits

# A bank statement of 100,000 rows, imported by the command: speed and memory. Two minutes.
bench-import: $(built)
	@node dist/src/app/cli.js bench --only imports

# A log of 150,000 events in pages, 500 streams, and posting with and without an endpoint that accepts everything. Two minutes.
bench-events: $(built)
	@node dist/src/app/cli.js bench --only events

# A trial balance of 10,000 accounts over ten years, now and at old sequences. Some five minutes.
bench-reports: $(built)
	@node dist/src/app/cli.js bench --only reports

# A balance sheet of a million accounts at two levels. Some eight minutes.
bench-wide-reports: $(built)
	@node dist/src/app/cli.js bench --only wide-reports

# Receipts and verification of a log of a million transactions. Some five minutes.
bench-proof: $(built)
	@node dist/src/app/cli.js bench --only proof

# Searches in a ledger of a million transactions. Some three minutes.
bench-search: $(built)
	@node dist/src/app/cli.js bench --only search

# Thirty attacks of one tenant on another, three times each, judged by the median; fails if a bound is missed. Half an hour.
neighbours: $(built)
	@node dist/src/app/cli.js bench --only neighbours

clean:
	rm -rf dist coverage
