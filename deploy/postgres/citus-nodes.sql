-- Runs at the coordinator whenever the cluster starts, as the superuser, and registers the nodes once. Ledgers are on the
-- nodes; the coordinator stores data that belongs to no ledger.
select citus_set_coordinator_host('postgres', 5432)
 where not exists (select from pg_dist_node where groupid = 0);

select citus_add_node(name, 5432)
  from (values ('node-1'), ('node-2')) as node (name)
 where not exists (select from pg_dist_node where nodename = name);

select citus_set_node_property('postgres', 5432, 'shouldhaveshards', false);
