-- The part of the cash flow statement in which an account stands. Null: reports take that of the account above it.
alter table accounts add column cash_flow text
  check (cash_flow in ('cash', 'operating', 'investing', 'financing'))
  check (cash_flow <> 'cash' or type = 'asset');
