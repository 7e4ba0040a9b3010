-- name: read_endpoint_to_tell
-- by: webhook_endpoints_pkey
select to_jsonb(e)::text as told from webhook_endpoints e where ledger_id = :ledger_id and id = :id;

-- name: tell_of_endpoint
-- Records an act on the endpoint by the actor in `ledger.actor`. Records nothing if only the progress of deliveries has changed.
select tell_of_endpoint(:was::jsonb, :is_now::jsonb);
