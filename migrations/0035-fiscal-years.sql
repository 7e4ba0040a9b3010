-- The fiscal year of a ledger begins with this month and day. Reports divide earnings at it: into those of prior years and those of the year.
-- 29 February is refused, because most years have none.
alter table ledgers add column fiscal_year_start text not null default '01-01'
  check (fiscal_year_start ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' and fiscal_year_start <> '02-29');
